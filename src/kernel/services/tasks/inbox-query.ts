import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { limitMark } from '#kernel/platform/access/limits.ts'
import { limitsOfAny } from '#kernel/engine/document/document-limits.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import type { InboxQuestion, InboxReader, InboxRecord, TitleFact } from './inbox-question.ts'
import { rowsByKeys, shownSql, urged } from './inbox-columns.ts'
import { isTaskBox, orderOf } from './inbox-order.ts'
import type { Box } from './inbox-wire.ts'

class Conditions {
  readonly values: unknown[] = []
  readonly parts: string[] = []

  value(value: unknown): string {
    return `$${this.values.push(value)}`
  }

  add(part: string): void {
    this.parts.push(part)
  }

  toString(): string {
    return this.parts.join(' and ')
  }
}

/** Escapes pattern characters. */
function contained(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

const OPEN_TASKS = `select from approval_task o where o.document_id = i.document_id and o.round = i.round and o.state = 'open'`

/** The meaning of `t` in each box: the caller's task, or any open one of the approval. */
function ofTask(box: Box, condition: (alias: string) => string): string {
  return box === 'open' || box === 'done' ? condition('t') : `exists (${OPEN_TASKS} and ${condition('o')})`
}

/** Not for another task of the same person, which decides for this one too. */
export const WAITS_FOR_OTHERS = `not exists (select from approval_task o where o.document_id = t.document_id and o.round = t.round
  and o.user_id = t.user_id and o.id < t.id and o.state in ('open', 'waiting') and o.kind <> 'delegate' and t.kind = 'step')`

function own(where: Conditions, { box, isParked }: InboxQuestion, { principal }: InboxReader): void {
  switch (box) {
    case 'open':
      where.add(`t.user_id = ${where.value(principal.userId)} and t.state = '${isParked ? 'waiting' : 'open'}'`)
      if (isParked) where.add(WAITS_FOR_OTHERS)
      break
    case 'done':
      where.add(`t.user_id = ${where.value(principal.userId)} and t.state = 'done'`)
      break
    case 'mine':
      where.add(`i.drafter_id = ${where.value(principal.userId)}`)
      break
    case 'copies':
      where.add(`c.user_id = ${where.value(principal.userId)}`)
      break
    case 'all': {
      if (principal.scope !== 'all') where.add(`i.scope_id = any (${where.value(principal.scope)}::int[])`)
      const limits = limitsOfAny(principal, 'i', (value) => where.value(value))
      if (limits !== null) where.add(limits)
    }
  }
}

function ofDocument(where: Conditions, question: InboxQuestion, reader: InboxReader): void {
  const { box, text } = question
  if (question.documentType !== undefined)
    where.add(`${isTaskBox(box) ? 't' : 'i'}.document_type = ${where.value(question.documentType)}`)
  if (question.no !== undefined) {
    // As a range in the index's order, so that a prefix is found among a million.
    const beginning = where.value(question.no)
    const after = where.value(`${question.no}\u{10FFFF}`)
    where.add(`i.document_no ~>=~ ${beginning}::text and i.document_no ~<~ ${after}::text`)
  }
  if (question.drafter !== undefined)
    where.add(`i.drafter_id = (select id from app_user where account = ${where.value(question.drafter)})`)
  if (text !== undefined) where.add(`(${textConditions(where, box, text).join(' or ')})`)
  if (question.organisation !== undefined) {
    where.add(`i.scope_id in (with recursive below as (
        select id from organisation where code = ${where.value(question.organisation)}
        union all select o.id from organisation o join below on o.parent_id = below.id) select id from below)`)
  }
  if (question.state !== undefined) where.add(`i.state = ${where.value(question.state)}`)
  if (question.currency !== undefined) where.add(`i.currency = ${where.value(question.currency)}`)
  if (question.amountFrom !== undefined) where.add(`i.amount >= ${where.value(question.amountFrom)}::numeric`)
  if (question.amountTo !== undefined) where.add(`i.amount <= ${where.value(question.amountTo)}::numeric`)
  const asksAmounts = question.amountFrom ?? question.amountTo ?? question.currency
  // Applies to the caller's own as well: matching by amount, or the order, would reveal it.
  if (asksAmounts !== undefined || question.order.startsWith('amount'))
    where.add(`i.document_type = any (${where.value(reader.viewable)}::text[])`)
  if (question.createdFrom) where.add(`i.started_at >= ${where.value(question.createdFrom)}`)
  if (question.createdTo) where.add(`i.started_at < ${where.value(question.createdTo)}`)
  const ended = isTaskBox(box) ? 't.ended_at' : 'i.ended_at'
  if (question.endedFrom) where.add(`${ended} >= ${where.value(question.endedFrom)}`)
  if (question.endedTo) where.add(`${ended} < ${where.value(question.endedTo)}`)
}

/** Values of one field are compared together, however many there are; a title of several fields is compared by itself. */
function titleConditions(facts: readonly TitleFact[]) {
  const single = new Map<string, { readonly type: string; readonly field: string; readonly values: string[] }>()
  const several: TitleFact[] = []
  for (const title of facts) {
    const [first, ...more] = Object.entries(title.facts)
    if (!first || more.length > 0) {
      several.push(title)
      continue
    }
    const [field, value] = first
    const known = single.get(`${title.type} ${field}`)
    if (known) known.values.push(String(value))
    else single.set(`${title.type} ${field}`, { type: title.type, field, values: [String(value)] })
  }
  return { single: [...single.values()], several }
}

/** The columns in which a keyword is searched. Codes of the document are searched only in boxes of one person. */
function textConditions(where: Conditions, box: Box, text: NonNullable<InboxQuestion['text']>): readonly string[] {
  const word = where.value(contained(text.word))
  const conditions = [
    `i.document_no ilike ${word}`,
    `i.drafter_id in (select id from app_user where account ilike ${word} or name_zh ilike ${word} or name_en ilike ${word})`,
  ]
  if (text.types.length > 0) conditions.push(`i.document_type = any (${where.value(text.types)}::text[])`)
  const { single, several } = titleConditions(text.facts)
  for (const { type, field, values } of single) {
    const value = `i.summary -> 'facts' ->> ${where.value(field)}::text`
    conditions.push(`i.document_type = ${where.value(type)}::text and ${value} = any (${where.value(values)}::text[])`)
  }
  if (several.length > 0) {
    const kinds = where.value(several.map(({ type }) => type))
    const facts = where.value(several.map((title) => JSON.stringify({ facts: title.facts })))
    conditions.push(`exists (select from unnest(${kinds}::text[], ${facts}::jsonb[]) f (type, facts)
        where f.type = i.document_type and i.summary @> f.facts)`)
  }
  if (box !== 'done' && box !== 'all')
    conditions.push(`exists (select from jsonb_each_text(i.summary -> 'facts') f where f.value ilike ${word})`)
  return conditions
}

function ofWaiting(where: Conditions, question: InboxQuestion, { now, principal }: InboxReader): void {
  const { box } = question
  if (question.step !== undefined) {
    const word = where.value(contained(question.step))
    const named = (alias: string) =>
      `(i.steps -> ${alias}.step -> 'name' ->> 'zh' ilike ${word} or i.steps -> ${alias}.step -> 'name' ->> 'en' ilike ${word})`
    where.add(ofTask(box, named))
  }
  if (question.waitingHours !== undefined) {
    const before = where.value(new Date(now.getTime() - question.waitingHours * 3_600_000))
    where.add(ofTask(box, (alias) => `${alias}.created_at <= ${before}`))
  }
  if (question.isOverdue) {
    const at = where.value(now)
    where.add(ofTask(box, (alias) => `least(${alias}.remind_at, ${alias}.escalate_at) <= ${at}`))
  }
  // Only waiting tasks can be sorted by waiting time.
  if (!isTaskBox(box) && (question.order === 'waiting' || question.order === 'due')) where.add(`i.state = 'running'`)
  if (question.isNewestRound)
    where.add('not exists (select from approval_instance n where n.document_id = i.document_id and n.round > i.round)')
  if (question.isUrged) where.add(urged)
  if (question.isUnread && box === 'copies') where.add('c.read_at is null')
  else if (question.isUnread) {
    where.add(`not exists (select from approval_read_receipt l where l.document_id = i.document_id and l.round = i.round
      and l.user_id = ${where.value(principal.userId)})`)
  }
}

const FROM: Readonly<Record<Box, string>> = {
  open: 'approval_task t',
  done: 'approval_task t',
  copies: 'approval_copy c',
  mine: 'approval_instance i',
  all: 'approval_instance i',
}
const JOIN: Readonly<Record<Box, string>> = {
  open: ' join approval_instance i on i.document_id = t.document_id and i.round = t.round',
  done: ' join approval_instance i on i.document_id = t.document_id and i.round = t.round',
  copies: ' join approval_instance i on i.document_id = c.document_id and i.round = c.round',
  mine: '',
  all: '',
}
const KEYS: Readonly<Record<Box, string>> = {
  open: 't.id as task_id, null::bigint as copy_id, t.document_id, t.round',
  done: 't.id as task_id, null::bigint as copy_id, t.document_id, t.round',
  copies: 'null::bigint as task_id, c.id as copy_id, c.document_id, c.round',
  mine: 'null::bigint as task_id, null::bigint as copy_id, i.document_id, i.round',
  all: 'null::bigint as task_id, null::bigint as copy_id, i.document_id, i.round',
}

function conditionsOf(question: InboxQuestion, reader: InboxReader): Conditions {
  const where = new Conditions()
  own(where, question, reader)
  ofDocument(where, question, reader)
  ofWaiting(where, question, reader)
  if (where.parts.length === 0) where.add('true')
  return where
}

/** The box's rows, joined with the approval only where needed: most counts and pages need the box alone. */
function fromOf({ box, ofOldest }: InboxQuestion, asks: string, where: Conditions, reader: InboxReader): string {
  const rows =
    ofOldest === undefined ? FROM[box] : oldestOwn(where.value(reader.principal.userId), where.value(ofOldest))
  return `from ${rows}${/\bi\./.test(asks) ? JOIN[box] : ''}`
}

/** The oldest running approvals that a person raised, read by an index. */
function oldestOwn(user: string, most: string): string {
  return `(select * from approval_instance where drafter_id = ${user} and state = 'running' order by started_at limit ${most}) i`
}

/** Names the statement of a request without filters. */
function shapeOf({ box, order }: InboxQuestion, { principal }: InboxReader): string {
  return `${box}.${order}${box === 'all' && principal.scope !== 'all' ? '.scoped' : ''}`
}

/** Whether the text is one of a few whose plans are worth caching. */
function isKept(question: InboxQuestion, { principal }: InboxReader): boolean {
  return Object.keys(question).length === 2 && limitMark(principal) === null
}

interface KeyRow {
  readonly task_id: string | null
  readonly copy_id: string | null
  readonly document_id: string
  readonly round: number
}

/** The keys of a box's rows in order, from the index that serves it. */
function keysOf(question: InboxQuestion, reader: InboxReader) {
  const { box } = question
  const where = conditionsOf(question, reader)
  const order = orderOf(box, question.order)
  const sorts = order.map(([column], index) => `${column} as sort_${index}`).join(', ')
  const by = order.map(([, direction], index) => `sort_${index} ${direction}`).join(', ')
  const condition = where.toString()
  return {
    where,
    by,
    text: `select ${KEYS[box]}, ${sorts} ${fromOf(question, `${condition} ${sorts}`, where, reader)} where ${condition}`,
  }
}

/** All rows of a box, for an export, which reads them through a cursor. */
export function inboxAll(question: InboxQuestion, reader: InboxReader): Statement<InboxRecord> {
  const { where, by, text } = keysOf(question, reader)
  const user = where.value(reader.principal.userId)
  return {
    text: `with page as (${text}) ${shownSql('page p', user)} order by ${by.replaceAll('sort_', 'p.sort_')}`,
    values: where.values,
  }
}

/** One page: its keys first, planned for the request; then the columns of each row. */
export async function readInbox(
  tx: Tx,
  question: InboxQuestion,
  reader: InboxReader,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<InboxRecord[]> {
  const { where, by, text } = keysOf(question, reader)
  const cut = `order by ${by} limit ${where.value(limit)} offset ${where.value(offset)}`
  const named = isKept(question, reader) ? { name: `approval.inbox.${shapeOf(question, reader)}` } : {}
  const keys = await tx.rows<KeyRow>({ ...named, text: `${text} ${cut}`, values: where.values })
  if (keys.length === 0) return []
  return tx.rows(
    rowsByKeys(
      keys.map((key) => key.task_id),
      keys.map((key) => key.copy_id),
      keys.map((key) => key.document_id),
      keys.map((key) => key.round),
      reader.principal.userId,
    ),
  )
}

/** Frequently used counts of boxes stop here; the exact count is a call of its own. */
export const QUICK_LIMIT = 10_000

/** The number of matches; it stops one above the limit. */
export function inboxCount(
  question: InboxQuestion,
  reader: InboxReader,
  limit: number = TOTAL_LIMIT,
): Statement<{ total: number }> {
  const where = conditionsOf(question, reader)
  const condition = where.toString()
  const isPlain = isKept(question, reader)
  return {
    ...(isPlain ? { name: `approval.inbox.count.${shapeOf(question, reader)}.${limit}` } : {}),
    text: `select count(*)::int as total from (select 1 ${fromOf(question, condition, where, reader)} where ${condition} limit ${limit + 1}) x`,
    values: where.values,
  }
}
