import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { may, type Principal } from '#kernel/platform/access/principal.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import type { TaskSummary } from '#kernel/engine/approval/engine/running-approval.ts'
import { labelOf } from '#kernel/engine/document/document-label.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { type Names, titleText, viewOf } from '#kernel/engine/definition/view.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { kernelTexts, textAt } from '#kernel/base/i18n/texts.ts'
import type { Kind } from './kinds.ts'
import { en, type NotifyTexts } from './locale/en.ts'
import { zh } from './locale/zh.ts'
import { notificationSubjectOf } from './notification-subjects.ts'
import { type MessageEntry, plain } from './outgoing.ts'

const texts = overridableTexts<NotifyTexts>('notifyServer', { en, zh })

export function notifyTexts(language: Language): NotifyTexts {
  return texts[language]
}

export type Documents = ReadonlyMap<string, ServerDocument>

export function documentsOf(documents: readonly ServerDocument[]): Documents {
  return new Map(documents.map((document) => [document.definition.name, document]))
}

/** A document as messages describe it. */
export interface Spoken {
  readonly document_type: string
  readonly document_id: string
  readonly round: number
  readonly no: string
  readonly task_id: string | null
  /** As stored with the approval; null for approvals from before that was stored. */
  readonly summary: TaskSummary | null
}

/** Titles of documents in a language, with the names of codes: one read for each type. */
export async function titlesOf(
  tx: Tx,
  documents: Documents,
  language: Language,
  rows: readonly Spoken[],
): Promise<(row: Spoken) => string> {
  const types = [...Map.groupBy(rows, (row) => row.document_type)]
  const read = await Promise.all(
    types.map(async ([type, some]): Promise<[string, Names]> => {
      const headers = some.flatMap(({ summary }) => (summary ? [summary.facts] : []))
      return [type, (await documents.get(type)?.names(tx, language, headers, [])) ?? {}]
    }),
  )
  const names = new Map(read)
  return (row) => {
    const definition = documents.get(row.document_type)?.definition
    if (!definition) return notificationSubjectOf(row.document_type)?.title(language, row) ?? row.document_type
    const text = (path: string) => textAt(language, `${definition.area}.documents.${definition.name}.${path}`)
    const reading = { fields: definition.fields, names: names.get(row.document_type) ?? {}, text }
    return titleText(viewOf(definition), reading, row.summary?.facts ?? {}, kernelTexts(language).separator)
  }
}

/** Whether a person may read such documents now, whatever their part in this one: otherwise they get no amounts and texts. */
export function mayRead(documents: Documents, reader: Pick<Principal, 'superAdmin' | 'rights'>, type: string): boolean {
  const right = documents.get(type)?.definition.viewRight ?? notificationSubjectOf(type)?.right
  return right === null || (right !== undefined && may(reader, right))
}

/** The document's content in a message: all of it, or for people who may not read it only the document type. */
export function visibleContent(
  documents: Documents,
  reader: Pick<Principal, 'superAdmin' | 'rights'> & { readonly language: Language },
  row: Spoken & { readonly opinion: string | null },
  title: string,
): Pick<MessageEntry, 'title' | 'amount' | 'currency' | 'opinion'> {
  if (!mayRead(documents, reader, row.document_type)) {
    const label = labelOf(reader.language, documents.get(row.document_type), row.document_type)
    return { title: label, amount: null, currency: null, opinion: null }
  }
  return {
    title: plain(title),
    amount: row.summary?.amount ?? null,
    currency: row.summary?.currency ?? null,
    opinion: row.opinion === null ? null : plain(row.opinion),
  }
}

/** The event as a sentence that follows the document's number and title. */
export function sentenceOf(
  language: Language,
  { kind, task_id }: { readonly kind: Kind; readonly task_id: string | null },
  actor: string | null,
): string {
  const texts = notifyTexts(language)
  // The previous assignee is notified as well as the current one.
  const sentence = kind === 'handedOver' && task_id === null ? texts.handedOn : texts.sentences[kind]
  return interpolate(sentence, { actor: actor ?? texts.system })
}

/** Page paths of a document: on the desktop and on a phone. Both require the reader's own sign-in. */
export function addressesOf(documents: Documents, row: Spoken): { readonly url: string; readonly mobileUrl: string } {
  const news = notificationSubjectOf(row.document_type)
  if (news) {
    const { pc, mobile } = news.pages(row)
    return { url: pc, mobileUrl: mobile }
  }
  const pages = documents.get(row.document_type)?.definition.pages
  // A draft has no approval yet.
  if (pages && row.round === 0) {
    const asked = { applyNo: row.no }
    return { url: withQuery(pages.edit, asked), mobileUrl: withQuery(pages.mobileEdit ?? pages.edit, asked) }
  }
  const instance = formInstanceId({ documentId: row.document_id, round: row.round })
  const query = { formInstanceId: instance, ...(row.task_id === null ? {} : { taskId: row.task_id }) }
  return { url: withQuery(pages?.pc ?? '/index', query), mobileUrl: withQuery(pages?.mobile ?? '/index', query) }
}
