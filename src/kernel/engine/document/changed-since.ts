import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type {
  ActDetail,
  ChangeView,
  ContentChangedData,
  DifferenceView,
} from '#kernel/engine/approval/approval-wire.ts'
import { type FormInstance, formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { headerOfRound } from '#kernel/engine/approval/store.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type Tx } from '#kernel/platform/db/tx.ts'
import { approvalErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Runtime } from '#kernel/platform/http/route.ts'
import { attachmentsOfRound } from '#kernel/platform/files/attachment-store.ts'
import { sizeText } from '#kernel/platform/files/size-text.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { kernelTexts, textAt } from '#kernel/base/i18n/texts.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { type ContentDifference, contentDifference, type RoundContent } from './content-difference.ts'
import { linesOfRows, lineSqlOf } from './line-sql.ts'
import { ofParts, partsOf, rowsOf } from '#kernel/engine/definition/parts.ts'
import { type AnyDocument, linesShownTo, serverDocumentOf } from './server-document.ts'

/**
 * The last earlier round that a person read, by their looks or because they acted in it. What they saw before first
 * opening this round counts as long as this round is the newest.
 */
const seenBefore = prepared<{ round: number; at: Date }>(
  'approval.seen-before',
  `select round, at from (
     select previous_round as round, previous_at as at from approval_read_receipt
       where document_id = $1 and user_id = $2 and previous_round < $3
     union all
     select round, looked_at from approval_read_receipt where document_id = $1 and user_id = $2 and round < $3
     union all
     select round, ended_at from approval_task
       where user_id = $2 and document_id = $1 and round < $3 and state = 'done' and ended_at is not null
   ) seen order by round desc, at desc limit 1`,
)

async function contentOf(tx: Tx, definition: AnyDocument, { documentId, round }: FormInstance): Promise<RoundContent> {
  const [kept, lines, ...tables] = await Promise.all([
    tx.first(headerOfRound(documentId, round)),
    ...[definition, ...partsOf(definition)].map(async (part) =>
      linesOfRows(part, await tx.rows(lineSqlOf(part).read(documentId, round))),
    ),
  ])
  return { header: kept?.header ?? {}, lines: lines!, ...ofParts(definition, () => tables.shift()!) }
}

/** The differences between two rounds of a document, in the reader's language. */
export async function roundDifference(
  tx: Tx,
  { language, principal }: Pick<RequestContext, 'language' | 'principal'>,
  definition: AnyDocument,
  documentId: string,
  from: number,
  to: number,
): Promise<ContentDifference> {
  const contents = await Promise.all([from, to].map((round) => contentOf(tx, definition, { documentId, round })))
  const [before, after] = shownApart(definition, principal, contents)
  const headers = [before!.header, after!.header]
  const names = await serverDocumentOf(definition).names(
    tx,
    language,
    headers,
    [...before!.lines, ...after!.lines],
    undefined,
    ofParts(definition, (part) => [before!, after!].flatMap((content) => rowsOf(part, content))).tables,
  )
  const text = (path: string) => textAt(language, `${definition.area}.documents.${definition.name}.${path}`)
  const { changes, more } = contentDifference(definition, { names, text }, before!, after!)
  const files = await filesDifference(tx, language, definition, documentId, from, to)
  return { changes: [...files, ...changes], more }
}

/**
 * As the reader may see them. Values that look equal when masked are still reported as different: otherwise a change
 * could be approved unseen.
 */
function shownApart(
  definition: AnyDocument,
  principal: RequestContext['principal'],
  contents: readonly RoundContent[],
): readonly RoundContent[] {
  const known = new Map<string, unknown[]>()
  const apart = (whole: unknown, shown: unknown): unknown => {
    if (whole === shown || typeof shown !== 'string') return shown
    const duplicates = known.get(shown) ?? []
    known.set(shown, duplicates)
    if (!duplicates.includes(whole)) duplicates.push(whole)
    const place = duplicates.indexOf(whole)
    return place === 0 ? shown : `${shown} (${place + 1})`
  }
  return contents.map((content) => {
    const { header } = content
    const rows = (part: AnyDocument) => {
      const lines = rowsOf(part, content)
      const shown = linesShownTo(definition, { principal, isDrafter: false }, header, lines, part)
      return shown.map((line, index) =>
        Object.fromEntries(Object.entries(line).map(([field, value]) => [field, apart(lines[index]?.[field], value)])),
      )
    }
    return { header, lines: rows(definition), ...ofParts(definition, rows) }
  })
}

/** Files are compared by upload: one replaced under the same name is another. */
async function filesDifference(
  tx: Tx,
  language: Language,
  { attachments }: AnyDocument,
  documentId: string,
  from: number,
  to: number,
): Promise<readonly ChangeView[]> {
  if (!attachments) return []
  const [before, after] = await Promise.all([from, to].map((round) => tx.rows(attachmentsOfRound(documentId, round))))
  const keys = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key).join()
  if (keys(before!) === keys(after!)) return []
  const named = (rows: readonly { readonly name: string; readonly size: number }[]) =>
    rows.map(({ name, size }) => `${name} (${sizeText(size)})`).join(', ') || null
  const { title } = kernelTexts(language).page.attachments
  return [
    { row: null, line: null, about: null, field: 'files', label: title, before: named(before!), after: named(after!) },
  ]
}

/** The part of an approval's view that depends on the reader. */
export interface ReadersPart {
  readonly changedSince: DifferenceView | null
}

/** Changes since the reader last read the document; no read where there was no earlier round. */
export async function readersPart(
  tx: Tx,
  context: RequestContext,
  definition: AnyDocument,
  { documentId, round }: FormInstance,
  isDrafter: boolean,
): Promise<ReadersPart> {
  // The author of the changes knows them.
  if (round < 2 || isDrafter) return { changedSince: null }
  const seen = await tx.first(seenBefore(documentId, context.principal.userId, round))
  if (!seen) return { changedSince: null }
  const difference = await roundDifference(tx, context, definition, documentId, seen.round, round)
  if (difference.changes.length === 0) return { changedSince: null }
  return { changedSince: { round: seen.round, lookedAt: seen.at.toISOString(), ...difference } }
}

const latestRound = prepared<{ round: number; content_hash: string }>(
  'approval.latest-round',
  `select round, content_hash from approval_instance where document_id = $1 order by round desc limit 1`,
)
const roundOfContent = prepared<{ round: number }>(
  'approval.round-of-content',
  `select round from approval_instance where document_id = $1 and content_hash = $2 order by round desc limit 1`,
)

const CHANGED: ReadonlySet<string> = new Set([approvalErrors.contentChanged().key, approvalErrors.newRound().key])

/**
 * Adds the difference to a refusal because the document changed since it was shown; other errors pass unchanged. The
 * caller may see the document, which was checked before.
 */
export async function withDifference(
  error: unknown,
  runtime: Runtime,
  context: RequestContext,
  definition: AnyDocument,
  shown: FormInstance | null,
  contentHash: string | null,
): Promise<unknown> {
  if (!(error instanceof Refused) || !shown || !CHANGED.has(error.first.key)) return error
  const data = await reading(runtime.pool, (tx) => changedData(tx, context, definition, shown, contentHash))
  return data ? new Refused({ ...error.first, data }) : error
}

const reducedAfter = prepared<{ detail: ActDetail }>(
  'approval.reduced-after',
  `select detail from approval_act a where document_id = $1 and round = $2 and act = 'agree' and detail ? 'reduced'
     and id >= (select min(id) from approval_act where document_id = $1 and round = $2 and content_hash = $3 and detail ? 'reduced')
   order by id`,
)

/** Within a round only reductions by approvers change, line by line, since the content shown to the caller. */
async function reducedSince(
  tx: Tx,
  { language }: RequestContext,
  definition: AnyDocument,
  { documentId, round }: FormInstance,
  contentHash: string | null,
): Promise<ContentDifference> {
  const { partialApproval } = definition
  const acts = partialApproval ? await tx.rows(reducedAfter(documentId, round, contentHash)) : []
  const lines = new Map<number, readonly [string, string]>()
  for (const { detail } of acts)
    for (const [line, before, after] of detail.reduced?.lines ?? [])
      lines.set(line, [lines.get(line)?.[0] ?? before, after])
  const label = partialApproval
    ? textAt(language, `${definition.area}.documents.${definition.name}.lineFields.${partialApproval.approved}`)
    : ''
  const changes = [...lines]
    .toSorted(([a], [b]) => a - b)
    .map(([row, [before, after]]): ChangeView => ({
      row,
      field: partialApproval?.approved ?? '',
      label,
      before: formatAmount(before),
      after: formatAmount(after),
      line: 'changed',
      about: null,
    }))
  return { changes: changes.slice(0, MOST_REDUCED), more: Math.max(0, changes.length - MOST_REDUCED) }
}

const MOST_REDUCED = 100

async function changedData(
  tx: Tx,
  context: RequestContext,
  definition: AnyDocument,
  shown: FormInstance,
  contentHash: string | null,
): Promise<ContentChangedData | null> {
  const { documentId } = shown
  const [latest, byContent] = await Promise.all([
    tx.first(latestRound(documentId)),
    tx.first(roundOfContent(documentId, contentHash)),
  ])
  if (!latest) return null
  const from = byContent?.round ?? shown.round
  const same = from === latest.round
  const difference = same
    ? await reducedSince(tx, context, definition, { documentId, round: from }, contentHash)
    : await roundDifference(tx, context, definition, documentId, from, latest.round)
  return {
    formInstanceId: formInstanceId({ documentId, round: latest.round }),
    round: latest.round,
    contentHash: latest.content_hash,
    ...difference,
  }
}
