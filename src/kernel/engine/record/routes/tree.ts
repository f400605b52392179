import { limitsIn, limitSql } from '#kernel/platform/access/limits.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { serializationFailure } from '#kernel/platform/db/write-conflict.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { Reference } from '#kernel/engine/definition/reference.ts'
import { type AnyRecord, codeColumnOf, columnFor, recordText } from '../definition.ts'
import type { RecordIntent, Plan, PlannedRecord } from '../write/plan-records.ts'
import { recordErrors } from '../record.errors.ts'
import { stateSql } from '../record-sql.ts'
import type { TreeNode } from './record-wire.ts'

/** Longer than any chain of organisations or customers, so that a circle in the data is not followed forever. */
const DEEPEST = 64

/** SQL names of a tree: the parent column, the record's value in it, and the name column. */
interface TreeNames {
  readonly parent: string
  readonly held: string
  readonly code: string
}

function treeNames(record: AnyRecord): TreeNames | null {
  const { parent, fields } = record
  const field = parent === undefined ? undefined : fields[parent]
  if (parent === undefined || !field?.refersTo) return null
  const { key }: Reference = field.refersTo
  return { parent: columnFor(parent, field), held: key, code: codeColumnOf(field.refersTo) }
}

/**
 * One lock per tree serialises moves: two people who each move one record below the other's would not see each other.
 * It is taken before any row lock, to avoid deadlocks.
 */
export async function holdTree(tx: Tx, record: AnyRecord, intents: readonly RecordIntent[]): Promise<boolean> {
  const names = treeNames(record)
  const wanted = intents.filter(({ id, values }) => id !== undefined && values)
  if (!names || wanted.length === 0) return false
  const { parent, held, code } = names
  const rows = await tx.rows<{ readonly id: string; readonly parent: string | null }>({
    text: `select t.id::text as id, p.${code} as parent from ${record.table} t
      left join ${record.table} p on p.${held} = t.${parent} where t.id = any ($1::bigint[])`,
    values: [wanted.flatMap(({ id = '' }) => (/^\d{1,18}$/.test(id) ? [id] : []))],
  })
  const now = new Map(rows.map((row) => [row.id, row.parent]))
  const isMove = ({ id = '', values }: RecordIntent) => (now.get(id) ?? null) !== (values?.[record.parent!] ?? null)
  if (!wanted.some(isMove)) return false
  await tx.run({
    name: 'record.hold-tree',
    text: `select pg_advisory_xact_lock(hashtextextended('record.tree ' || $1, 0))`,
    values: [record.table],
  })
  return true
}

/** The plans, with those refused that would put a record below itself (B6) at any depth. */
export async function refuseCircles(
  tx: Tx,
  record: AnyRecord,
  plans: readonly PlannedRecord[],
  isHeld: boolean,
): Promise<readonly PlannedRecord[]> {
  const names = treeNames(record)
  if (!names) return plans
  const up = record.parent!
  const isMove = (plan: PlannedRecord): plan is Plan =>
    plan.refusals === null && plan.before !== null && plan.after !== null && plan.before[up] !== plan.after[up]
  const moves = plans.filter(isMove)
  if (moves.length === 0) return plans
  // It was moved between the first read and the lock.
  if (!isHeld) throw serializationFailure()
  const parents = await readParents(
    tx,
    record,
    names,
    moves.flatMap(({ after }) => after?.[up] ?? []),
  )
  for (const { key, after } of moves) parents.set(key, (after?.[up] ?? null) as string | null)
  const refused = new Map<Plan, Refusal>()
  // A refused plan may restore a parent that closes a circle with another plan: repeated until nothing changes.
  for (let before = -1; before !== refused.size;) {
    before = refused.size
    for (const plan of moves) {
      if (refused.has(plan) || !isBelowItself(parents, plan.key)) continue
      refused.set(plan, circle(record, plan))
      parents.set(plan.key, (plan.before?.[up] ?? null) as string | null)
    }
  }
  return plans.map((plan) => {
    const refusal = plan.refusals === null ? refused.get(plan) : undefined
    return refusal ? { refusals: [refusal] } : plan
  })
}

function isBelowItself(parents: ReadonlyMap<string, string | null>, key: string): boolean {
  let at = parents.get(key) ?? null
  for (let steps = 0; at !== null && steps < parents.size + 1; steps += 1) {
    if (at === key) return true
    at = parents.get(at) ?? null
  }
  return false
}

function circle(record: AnyRecord, { key, after }: Plan): Refusal {
  const field = `@${recordText(record, `fields.${record.parent}`)}`
  const upper = String(after?.[record.parent!])
  const at = { field: record.parent! }
  return upper === key ? recordErrors.itself({ field }, at) : recordErrors.circle({ field, key, upper }, at)
}

/** Current ancestor chains of these codes: parent by code. */
async function readParents(
  tx: Tx,
  { table }: AnyRecord,
  { parent, held, code }: TreeNames,
  from: readonly unknown[],
): Promise<Map<string, string | null>> {
  const rows = await tx.rows<{ readonly code: string; readonly parent: string | null }>({
    text: `with recursive line as (
        select t.${held} as held, t.${code} as code, t.${parent} as parent from ${table} t where t.${code} = any ($1::text[])
        union
        select t.${held}, t.${code}, t.${parent} from ${table} t join line on t.${held} = line.parent
      )
      select l.code, p.${code} as parent from line l left join ${table} p on p.${held} = l.parent`,
    values: [from],
  })
  return new Map(rows.map((row) => [row.code, row.parent]))
}

interface NodeRow {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly state: string
  readonly has_children: boolean
}

interface NodePage {
  /** Code of the parent; null for the top. */
  readonly parent: string | null
  readonly limit: number
  readonly offset: number
}
type Reader = { readonly principal: Pick<Principal, 'scope' | 'limits'>; readonly language: Language }

/** Most records shown at the top whose parent the reader does not see. */
const MOST_ADOPTED = 200

/** A condition on `t` and its joins for the wanted rows. */
interface Wanted {
  readonly joined: string
  readonly where: string
}

function nodesSql(
  record: AnyRecord,
  names: TreeNames,
  { principal, language }: Reader,
  page: Pick<NodePage, 'limit' | 'offset'>,
  wanted: (add: (value: unknown) => string, isOfScope: (row: string) => string) => Wanted,
): Statement<NodeRow> {
  const { table } = record
  const values: unknown[] = [page.limit, page.offset]
  const add = (value: unknown): string => `$${values.push(value)}`
  const scoped = record.scope && principal.scope !== 'all' ? `${add(principal.scope)}::int[]` : null
  const isOfScope = (row: string): string =>
    [scoped ? `${row}.scope_id = any (${scoped})` : 'true', ...limitSql(principal, table, row, add)].join(' and ')
  const { joined, where } = wanted(add, isOfScope)
  const nameField = record.names[language]
  return {
    text: `select t.id::text as id, t.${names.code} as code, t.${columnFor(nameField, record.fields[nameField]!)} as name, ${stateSql(record)} as state,
        exists (select from ${table} c where c.${names.parent} = t.${names.held} and ${isOfScope('c')}) as has_children
      from (select t.* from ${table} t ${joined} where ${where} and ${isOfScope('t')} order by t.${names.code} limit $1 offset $2) t
      order by t.${names.code}`,
    values,
  }
}

/**
 * Roots, or the children of one, within the reader's organisations. A record whose parent they may not see is a root for them: such roots
 * come after the true ones, on their last page, because finding them reads everything the person may see.
 */
export async function readNodes(
  tx: Tx,
  record: AnyRecord,
  reader: Reader,
  { parent, limit, offset }: NodePage,
): Promise<{ readonly records: readonly TreeNode[]; readonly hasMore: boolean }> {
  const names = treeNames(record)
  if (!names) return { records: [], hasMore: false }
  const { table } = record
  const rows = await tx.rows(
    nodesSql(record, names, reader, { limit: limit + 1, offset }, (add) => ({
      joined: '',
      where:
        parent === null
          ? `t.${names.parent} is null`
          : `t.${names.parent} = (select p.${names.held} from ${table} p where p.${names.code} = ${add(parent)})`,
    })),
  )
  const hasMore = rows.length > limit
  const isLastOfTop = parent === null && !hasMore && (rows.length > 0 || offset === 0)
  const adopted =
    isLastOfTop && isNarrow(record, reader)
      ? await tx.rows(
          nodesSql(record, names, reader, { limit: MOST_ADOPTED, offset: 0 }, (_, isOfScope) => ({
            joined: `join ${table} p on p.${names.held} = t.${names.parent}`,
            where: `not coalesce(${isOfScope('p')}, false)`,
          })),
        )
      : []
  return {
    records: [...rows.slice(0, limit), ...adopted].map(({ has_children, ...node }) => ({
      ...node,
      hasChildren: has_children,
    })),
    hasMore,
  }
}

/** Whether there may be rows that the reader does not see. */
function isNarrow({ scope, table }: AnyRecord, { principal }: Reader): boolean {
  return (scope !== undefined && principal.scope !== 'all') || limitsIn(principal, table).length > 0
}

/** The ancestors of a record from the top, as far as the reader sees them. */
export async function readPath(
  tx: Tx,
  record: AnyRecord,
  { principal, language }: Reader,
  id: string,
): Promise<readonly { readonly id: string; readonly code: string; readonly name: string }[]> {
  const names = treeNames(record)
  if (!names) return []
  const { parent, held, code } = names
  const nameField = record.names[language]
  const columns = `t.id::text as id, t.${code} as code, t.${columnFor(nameField, record.fields[nameField]!)} as name, t.${parent} as parent`
  const values: unknown[] = [id]
  const add = (value: unknown): string => `$${values.push(value)}`
  const seen = [
    ...(record.scope && principal.scope !== 'all' ? [`t.scope_id = any (${add(principal.scope)}::int[])`] : []),
    ...limitSql(principal, record.table, 't', add),
  ]
  const rows = await tx.rows<{ readonly id: string; readonly code: string; readonly name: string }>({
    text: `with recursive line as (
        select ${columns}, 0 as depth from ${record.table} t where t.id = $1
        union all
        select ${columns}, line.depth + 1 from ${record.table} t join line on t.${held} = line.parent
        where ${[`line.depth < ${DEEPEST}`, ...seen].join(' and ')}
      )
      select id, code, name from line where depth > 0 order by depth desc`,
    values,
  })
  return rows
}
