import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { coversScope, may, type Principal, type RequestContext, scopeOf } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { labelOf } from '#kernel/engine/document/document-label.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { factText, headingText, type Names, titleText, viewOf } from '#kernel/engine/definition/view.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { kernelTexts, textAt } from '#kernel/base/i18n/texts.ts'
import type { TaskSummary } from '#kernel/engine/approval/engine/running-approval.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import type { InboxRecord, TitleFact } from './inbox-question.ts'
import type { HolderView, InboxRow } from './inbox-schemas.ts'
import type { Box } from './inbox-wire.ts'

export type DocumentsByName = ReadonlyMap<string, ServerDocument>

/** Rows as pages show them, in the reader's language: names of codes are read once for each type of document. */
export async function inboxRows(
  tx: Tx,
  context: Pick<RequestContext, 'principal' | 'language'>,
  documents: DocumentsByName,
  box: Box,
  records: readonly InboxRecord[],
): Promise<InboxRow[]> {
  const byType = Map.groupBy(records, (record) => record.document_type)
  const names = new Map(
    await Promise.all(
      [...byType].map(async ([type, of]): Promise<[string, Names]> => {
        const headers = of.map((record) => summaryOf(record).facts)
        return [type, (await documents.get(type)?.names(tx, context.language, headers, [])) ?? {}]
      }),
    ),
  )
  return records.map((record) =>
    wire(context, documents.get(record.document_type), box, record, names.get(record.document_type) ?? {}),
  )
}

/** The right to oversee everybody's approvals within its organisations. */
export const OVERSEE = 'approval.oversee'

/**
 * A participant sees the content wherever they may view such documents; an overseer needs the view right for all of the
 * approval's organisations.
 */
export function maySee(principal: Principal, viewRight: string, box: Box): boolean {
  if (!may(principal, viewRight)) return false
  return box !== 'all' || coversScope(scopeOf(principal, viewRight), scopeOf(principal, OVERSEE))
}

/** The fields that lists show; for approvals from before instances stored them, they are taken from the tasks. */
function summaryOf({ summary, task_summary }: InboxRecord): TaskSummary {
  const known = (summary ?? task_summary) as Partial<TaskSummary> | null
  return { no: '', amount: null, currency: null, ...known, facts: known?.facts ?? {} }
}

function wire(
  context: Pick<RequestContext, 'principal' | 'language'>,
  document: ServerDocument | undefined,
  box: Box,
  record: InboxRecord,
  names: Names,
): InboxRow {
  const { language, principal } = context
  const summary = summaryOf(record)
  const instance = formInstanceId({ documentId: record.document_id, round: record.round })
  const query = { formInstanceId: instance, ...(record.task_id === null ? {} : { taskId: record.task_id }) }
  const definition = document?.definition
  // An administrator sees that it runs and who takes part in it; its content and amount are only for people who may
  // read such documents now.
  const isVisible = definition !== undefined && maySee(principal, definition.viewRight, box)
  const texts = document ? wording(language, document, summary, names) : { title: record.document_type, facts: [] }
  const holders = record.holders ?? []
  const [first] = holders
  const task = record.task_id === null ? first : null
  const endsAt = box === 'done' ? record.task_ended_at : record.instance_ended_at
  return {
    box,
    taskId: record.task_id ?? '',
    formInstanceId: instance,
    documentType: record.document_type,
    typeLabel: labelOf(language, document, record.document_type),
    documentId: record.document_id,
    documentNo: summary.no,
    title: texts.title,
    facts: isVisible ? texts.facts : [],
    drafterName: record.drafter[language],
    organisationName: record.organisation?.[language] ?? '',
    amount: isVisible ? summary.amount : null,
    currency: isVisible ? summary.currency : null,
    asked: isVisible ? (summary.asked ?? null) : null,
    stepName: record.step_name?.[language] ?? stepsText(language, holders),
    state: record.state,
    kind: record.kind ?? 'step',
    isParked: record.task_state === 'waiting',
    principalName: record.principal?.[language] ?? null,
    currentHolder: holders.map((holder): HolderView => ({
      account: holder.account,
      name: holder.name[language],
      principalName: holder.principal?.[language] ?? null,
    })),
    waitingSince: earliest(holders.map((holder) => holder.since)),
    remindAt: record.remind_at?.toISOString() ?? earliest([task?.remind_at]),
    escalateAt: record.escalate_at?.toISOString() ?? earliest([task?.escalate_at]),
    isUrged: record.is_urged,
    isRead: box === 'copies' ? record.read_at !== null : record.looked_round === record.round,
    decision: record.decision as InboxRow['decision'],
    contentHash: record.content_hash,
    createdAt: (record.task_created_at ?? record.copied_at ?? record.started_at).toISOString(),
    endedAt: endsAt?.toISOString() ?? null,
    startedAt: record.started_at.toISOString(),
    senderName: record.sender?.[language] ?? null,
    message: record.message,
    mayOpen: isVisible,
    url: withQuery(definition?.pages.pc ?? '/index', query),
    mobileUrl: withQuery(definition?.pages.mobile ?? '/index', query),
  }
}

/** Parallel steps are open at the same time. */
function stepsText(language: Language, holders: NonNullable<InboxRecord['holders']>): string {
  return [...new Set(holders.map((holder) => holder.step[language]))].join(kernelTexts(language).separator)
}

function earliest(times: readonly (string | null | undefined)[]): string | null {
  const known = times.filter((time) => time !== null && time !== undefined).map((time) => new Date(time).getTime())
  return known.length > 0 ? new Date(Math.min(...known)).toISOString() : null
}

/** Title and key facts in the reader's language, with the names of codes. */
export function wording(
  language: Language,
  { definition, taskFacts }: ServerDocument,
  summary: TaskSummary,
  names: Names,
): Pick<InboxRow, 'title' | 'facts'> {
  const text = (path: string) => textAt(language, `${definition.area}.documents.${definition.name}.${path}`)
  const reading = { fields: definition.fields, names, text }
  const facts = taskFacts.flatMap((field) => {
    const value = factText({ ...reading, style: 'name' }, field, summary.facts)
    return value === '' ? [] : [{ label: text(`fields.${field}`), value }]
  })
  return { title: titleText(viewOf(definition), reading, summary.facts, kernelTexts(language).separator), facts }
}

/** The titles that contain a keyword: whole types by label, options of a type and, where `ofNames` is set, codes by name. */
export async function titlesWith(
  tx: Tx,
  documents: Iterable<ServerDocument>,
  language: Language,
  word: string,
  ofNames: boolean,
): Promise<{ readonly types: readonly string[]; readonly facts: readonly TitleFact[] }> {
  const types: string[] = []
  const facts: TitleFact[] = []
  const isIn = (text: string) => text.toLowerCase().includes(word.toLowerCase())
  for (const { definition, titled } of documents) {
    const text = (path: string) => textAt(language, `${definition.area}.documents.${definition.name}.${path}`)
    const view = viewOf(definition)
    if (isIn(text('label'))) types.push(definition.name)
    const field = view.title
    for (const option of field === null ? [] : (definition.fields[field]?.options ?? []))
      if (isIn(headingText(view, text, { [field!]: option })))
        facts.push({ type: definition.name, facts: { [field!]: option } })
    for (const found of (ofNames && (await titled?.(tx, language, word))) || [])
      facts.push({ type: definition.name, facts: found })
  }
  return { types, facts }
}
