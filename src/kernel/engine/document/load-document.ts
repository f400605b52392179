import { atPlace, inScope, type Principal, type RequestContext, scopeOf } from '#kernel/platform/access/principal.ts'
import { approvalView } from '#kernel/engine/approval/approval-view.ts'
import type { ActView, ApprovalView } from '#kernel/engine/approval/approval-wire.ts'
import type { AttachmentView } from '#kernel/platform/files/attachment-wire.ts'
import { formInstanceId, readFormInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { headerOfRound } from '#kernel/engine/approval/store.ts'
import { withUsualTimes } from '#kernel/engine/approval/usual-times.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { effectsOf } from '#kernel/engine/effects/effect-store.ts'
import { effectView } from '#kernel/engine/effects/effect-wire.ts'
import { columnOf } from '#kernel/engine/definition/fields.ts'
import { reserveOf } from '#kernel/engine/reserve/reserve-store.ts'
import { reserveStateOf, reserveView, withheldNow } from '#kernel/engine/reserve/reserve-wire.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { readFileKeys } from './action/attachment-binding.ts'
import { attachmentsOfDraft, attachmentsOfRound, attachmentView } from '#kernel/platform/files/attachment-store.ts'
import { axisStates, readLineStates, withLineStates } from './axes/axis-states.ts'
import { actsOfRound } from './acts/acts-done.ts'
import { allowedActs } from './acts/allowed-acts.ts'
import { headerOf } from './document-sql.ts'
import { takesPartSql, withinLimits } from './document-access.ts'
import { readersPart, type ReadersPart } from './changed-since.ts'
import { approvalRights } from './kernel-actions.ts'
import { partsOf } from '#kernel/engine/definition/parts.ts'
import { linesOfRows, lineSqlOf } from './line-sql.ts'
import { type AnyDocument, type HeadRow, linesShownTo } from './server-document.ts'

/** A document as its pages read it, with its approval. */
export interface LoadedDocument {
  readonly row: HeadRow
  readonly wire: Readonly<Record<string, unknown>>
  readonly lines: readonly Readonly<Record<string, unknown>>[]
  /** Rows of further tables, by table. */
  readonly tables?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
  readonly approval: (ApprovalView & ReadersPart) | null
  /** Of a type without an approval: that it was submitted, and the acts on it. Null for others, whose approval tells them. */
  readonly history: readonly ActView[] | null
}

/**
 * The reader, where they wrote the document: names of codes are looked up as theirs. A draft holds what they typed, so
 * they learn no name of what they may not see.
 */
export function writerOf(
  { row }: Pick<LoadedDocument, 'row'>,
  { principal }: Pick<RequestContext, 'principal'>,
): Principal | undefined {
  return row.drafter_id === principal.userId ? principal : undefined
}

interface Head extends HeadRow {
  readonly drafter_account: string
  readonly drafter_name_zh: string
  readonly drafter_name_en: string
  readonly takes_part: boolean
  /** Time zone of the document's organisation. */
  readonly timezone: string
}

function findStatement(definition: AnyDocument, by: 'id' | 'no') {
  return prepared<Head>(
    `${definition.name}.find-by-${by}`,
    `select d.*, u.account as drafter_account, u.name_zh as drafter_name_zh, u.name_en as drafter_name_en, o.timezone,
       ${takesPartSql('d.id', '$2')} as takes_part
     from ${definition.table} d join app_user u on u.id = d.drafter_id
     join organisation o on o.id = d.scope_id where d.${by} = $1`,
  )
}

export interface DocumentAddress {
  readonly id?: string | undefined
  readonly no?: string | undefined
  readonly formInstanceId?: string | undefined
}

/** The row of a document that the person may see, and the round that they ask for, or a refusal as if it did not exist. */
export async function visibleRow(
  tx: Tx,
  { principal }: Pick<RequestContext, 'principal'>,
  definition: AnyDocument,
  address: DocumentAddress,
) {
  const instance = readFormInstanceId(address.formInstanceId)
  const id = instance?.documentId ?? (/^\d{1,18}$/.test(address.id ?? '') ? address.id : undefined)
  const find = (by: 'id' | 'no', value: string) =>
    tx.first(withinLimits(definition, principal, findStatement(definition, by)(value, principal.userId)))
  const row = id !== undefined ? await find('id', id) : address.no ? await find('no', address.no) : undefined
  const within = scopeOf(principal, definition.viewRight)
  if (!row || (!row.takes_part && !inScope(within, row.scope_id))) throw new Refused(documentErrors.notFound())
  const isDrafter = row.drafter_id === principal.userId
  // A withdrawn document is a draft again, but people who had a task on it still see how that ended.
  const isEnded = row.takes_part && row.round > 0
  if (row.state === definition.initial && !isDrafter && !isEnded) throw new Refused(documentErrors.notYours())
  // A link to an earlier round shows that round: its lines and its approval as they ended.
  const round = instance && instance.round <= row.round && instance.round > 0 ? instance.round : row.round
  return { row, round, isDrafter }
}

/**
 * Reads a document with lines and approval, or refuses as if it did not exist. A draft is its drafter's alone until it
 * was submitted; other readers of their organisations are refused with a reason.
 */
export async function loadDocument(
  tx: Tx,
  context: RequestContext,
  definition: AnyDocument,
  address: DocumentAddress,
): Promise<LoadedDocument> {
  const { principal } = context
  const { row, round, isDrafter } = await visibleRow(tx, context, definition, address)
  const here = { ...context, principal: atPlace(principal, row.scope_id) }
  const isDecided = definition.actions['approve'] !== undefined
  const view =
    round > 0 && isDecided
      ? await approvalView(tx, context, { documentId: row.id, round }, isDrafter, approvalRights(definition))
      : null
  const effects = definition.effects && round > 0 ? await tx.rows(effectsOf(row.id, round)) : []
  const reserve = definition.reserve && round > 0 ? await tx.first(reserveOf(row.id, round)) : undefined
  const done = await actsOfRound(tx, context, definition, { documentId: row.id, round })
  // An earlier round is read-only.
  const isNewest = round === row.round
  const lineStates = isNewest ? await readLineStates(tx, definition, row.id) : {}
  const axes = axisStates(definition, {
    effects,
    reserve: definition.reserve && round > 0 ? reserveStateOf(definition, row, round, reserve) : null,
    lines: (axis) => lineStates[axis] ?? [],
  })
  const acting = { isDrafter, done: done.names, axes }
  const may = isNewest ? await allowedActs(tx, here, definition, row, acting) : null
  const approval = view && {
    ...(await withUsualTimes(tx, view, context.now)),
    withheld: withheldNow(view, reserve),
    allowed: may ? [...view.allowed, ...may.verbs] : [],
    events: [...view.events, ...done.views],
    ...(await readersPart(tx, here, definition, { documentId: row.id, round }, isDrafter)),
  }
  const history = round > 0 && !isDecided ? [submittedAct(context, row), ...done.views] : null
  // The current draft belongs to the document, not to a finished round.
  const edits = isDrafter && round === row.round && definition.actions['save']?.from.includes(row.state)
  const draft = edits ? row.draft : null
  const head = headWire(context, row, round)
  // Readers who do not edit see the round as submitted; a later draft is its drafter's alone.
  const submitted = round > 0 && !edits ? (await tx.first(headerOfRound(row.id, round)))?.header : null
  // Rounds from before headers were stored with them have only the document's header, unless that is a draft by now.
  const isHidden = row.state === definition.initial && !isDrafter
  const header = submitted ?? headerOf(definition, isHidden ? {} : row)
  // The drafter's own unsaved values are returned as they typed them.
  const rowsOf = async (part: AnyDocument) => {
    const typed = draft?.[part.part ?? 'lines']
    const stored = round > 0 ? await tx.rows(lineSqlOf(part).read(row.id, round)) : []
    const rows = Array.isArray(typed)
      ? (typed as Record<string, unknown>[])
      : linesShownTo(definition, { principal: here.principal, isDrafter }, header, linesOfRows(part, stored), part)
    return rows.map((line, index) => ({ ...line, lineNo: index + 1 }))
  }
  const lines = withLineStates(axes, await rowsOf(definition))
  const tables: Record<string, typeof lines> = {}
  for (const part of partsOf(definition)) tables[part.part] = await rowsOf(part)
  const wire = {
    ...head,
    isEarlierRound: round < row.round,
    newestFormInstanceId: row.round > 0 ? formInstanceId({ documentId: row.id, round: row.round }) : null,
    timezone: row.timezone,
    ...header,
    ...draftHeader(definition, draft),
    ...(await attachmentsOf(tx, definition, row, round, draft)),
    currentHolder: approval?.currentHolder ?? [],
    waitingSince: approval?.waitingSince ?? null,
    ...Object.fromEntries(Object.entries(axes).map(([name, { state }]) => [name, state])),
    ...(definition.reserve && round > 0 ? { reserve: reserveView(context, definition, row, round, reserve) } : {}),
    ...(may && may.acts.length > 0 ? { acts: may.acts } : {}),
    ...(history ? { history } : {}),
    ...(definition.effects ? { effects: effects.map((effect) => effectView(context, effect)) } : {}),
  }
  return { row, wire, lines, ...(definition.tables ? { tables } : {}), approval, history }
}

/** The submission of a document without an approval, which keeps no record of it. */
function submittedAct({ language }: Pick<RequestContext, 'language'>, row: Head): ActView {
  return {
    id: 'submit',
    actor: { account: row.drafter_account, name: row[`drafter_name_${language}`] },
    principal: null,
    act: 'submit',
    opinion: null,
    at: (row.submitted_at ?? row.created_at).toISOString(),
    waitedMinutes: null,
    people: [],
    toStep: null,
    files: [],
  }
}

/** The files of a draft, or of the round that is shown. */
async function attachmentsOf(
  tx: Tx,
  { attachments }: AnyDocument,
  { id }: HeadRow,
  round: number,
  draft: HeadRow['draft'],
): Promise<{ readonly attachments?: readonly AttachmentView[] }> {
  if (!attachments) return {}
  const statement = draft ? attachmentsOfDraft(id, readFileKeys(draft['files'])) : attachmentsOfRound(id, round)
  return { attachments: (await tx.rows(statement)).map(attachmentView) }
}

function draftHeader(
  definition: AnyDocument,
  draft: Readonly<Record<string, unknown>> | null,
): Record<string, unknown> {
  if (!draft) return {}
  return Object.fromEntries(
    Object.entries(definition.fields).flatMap(([name, field]) =>
      name in draft && !field.computed ? [[name, draft[name] ?? null]] : [],
    ),
  )
}

function headWire(context: Pick<RequestContext, 'language'>, row: Head, round: number): Record<string, unknown> {
  return {
    id: row.id,
    no: row.no,
    version: row.version,
    state: row.state,
    drafter: {
      account: row.drafter_account,
      name: context.language === 'zh' ? row.drafter_name_zh : row.drafter_name_en,
    },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    submittedAt: row.submitted_at?.toISOString() ?? null,
    formInstanceId: round > 0 ? formInstanceId({ documentId: row.id, round }) : null,
  }
}

/** A row of `listPage` in wire form. */
export function listRowWire(
  context: Pick<RequestContext, 'language'>,
  definition: AnyDocument,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const head = row as unknown as Head & {
    readonly holders: readonly { account: string; name: { zh: string; en: string } }[] | null
    readonly approval_state: string | null
    readonly waiting_since: Date | null
  }
  const running = head.approval_state === 'running'
  return {
    ...headWire(context, head, head.round),
    ...headerOf(definition, head),
    currentHolder: running
      ? (head.holders ?? []).map((person) => ({ account: person.account, name: person.name[context.language] }))
      : [],
    waitingSince: running ? (head.waiting_since?.toISOString() ?? null) : null,
    ...Object.fromEntries(Object.keys(definition.axes ?? {}).map((name) => [name, head[columnOf(name)] ?? null])),
  }
}
