import { limitSql } from '#kernel/platform/access/limits.ts'
import { may, type Principal, type RequestContext, type Scope, scopeOf } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { type AnyRecord, columnFor } from '../definition.ts'
import { usesOfRecord } from '../naming.ts'
import type { RecordUsage } from './record-usage.ts'
import { recordErrors } from '../record.errors.ts'

/** The references to a record that the reader may know: how many, and the first few by name. */
export interface UsageView {
  readonly name: string
  /** Name of the referring rows, in the reader's language. */
  readonly label: string
  readonly count: number
  readonly shown: readonly string[]
  /** There are others: beyond the count, or in organisations that the reader does not see. */
  readonly hasMore: boolean
}

const SHOWN = 5
/** Most rows counted: every document refers to a currency. */
const MOST = 1_000

interface UsedRow {
  readonly key: string
  readonly count: number
  readonly shown: readonly string[] | null
  readonly has_more: boolean
}

/** The part of a reference that a reader may know: all of it, the part in their organisations, or only that it exists. */
type UsageVisibility = 'all' | 'scope' | 'none'

function usageVisibility(
  { right, scope }: RecordUsage,
  principal: Principal,
): { readonly told: UsageVisibility; readonly within: Scope } {
  const within = right === undefined ? principal.scope : scopeOf(principal, right)
  if (right !== undefined && !may(principal, right)) return { told: 'none', within }
  return { told: scope === undefined || within === 'all' ? 'all' : 'scope', within }
}

/** The given keys, with the values by which other tables refer to them. */
function keysSql({ table, key, fields, held }: AnyRecord): string {
  if (!held) return '(select g.key, g.key from unnest($1::text[]) as g (key))'
  const column = columnFor(key, fields[key]!)
  return `(select r.${column}, r.${held.column} from ${table} r where r.${column} = any ($1::text[]))`
}

function usedSql(
  record: AnyRecord,
  { table, column, show, of, scope }: RecordUsage,
  told: UsageVisibility,
  limits: (table: string, alias: string) => readonly string[],
): string {
  const [from, whole] = of ? [`${table} x join ${of.table} w on w.id = x.${of.by}`, 'w'] : [`${table} x`, 'x']
  const ofPlace = { all: 'true', none: 'false', scope: `${whole}.${scope} = any ($2::int[])` }[told]
  const isSeen = `coalesce(${[ofPlace, ...limits(of?.table ?? table, whole)].join(' and ')}, false)`
  return `select k.key, count(distinct u.label) filter (where u.seen)::int as count,
      (array_agg(distinct u.label) filter (where u.seen))[1:${SHOWN}] as shown, bool_or(not u.seen) or count(*) >= ${MOST} as has_more
    from ${keysSql(record)} as k (key, held) cross join lateral
      (select ${whole}.${show}::text as label, ${isSeen} as seen from ${from} where x.${column} = k.held limit ${MOST}) u
    group by k.key`
}

interface FoundUse extends Omit<UsageView, 'name' | 'label'> {
  readonly use: RecordUsage
}

/** The references to these records: one statement for each possible table, however many records are given. */
async function findUses(
  tx: Tx,
  record: AnyRecord,
  principal: Principal,
  keys: readonly string[],
): Promise<Map<string, FoundUse[]>> {
  const found = new Map<string, FoundUse[]>()
  if (keys.length === 0) return found
  for (const use of await usesOfRecord(tx, record)) {
    const { told, within } = usageVisibility(use, principal)
    const values: unknown[] = told === 'scope' ? [keys, within] : [keys]
    const limits = (table: string, alias: string) =>
      limitSql(principal, table, alias, (value) => `$${values.push(value)}`)
    for (const row of await tx.rows<UsedRow>({ text: usedSql(record, use, told, limits), values })) {
      const uses = found.get(row.key) ?? []
      found.set(row.key, uses)
      uses.push({ use, count: row.count, shown: row.shown ?? [], hasMore: row.has_more })
    }
  }
  return found
}

function viewOf({ use: { name, label }, count, shown, hasMore }: FoundUse, language: Language): UsageView {
  return { name, label: textAt(language, label), count, shown, hasMore }
}

/** The references to one record. */
export async function readUses(
  tx: Tx,
  record: AnyRecord,
  { principal, language }: Pick<RequestContext, 'principal' | 'language'>,
  key: string,
): Promise<readonly UsageView[]> {
  const found = await findUses(tx, record, principal, [key])
  return (found.get(key) ?? []).map((each) => viewOf(each, language))
}

/** Why a record cannot be deleted, by its key: the list of references to it. */
export async function usesOf(
  tx: Tx,
  record: AnyRecord,
  { principal, language }: Pick<RequestContext, 'principal' | 'language'>,
  keys: readonly string[],
): Promise<Map<string, Refusal>> {
  const found = await findUses(tx, record, principal, keys)
  const below = `${record.name}.${record.parent ?? ''}`
  return new Map(
    [...found].map(([key, uses]) => {
      const own = uses.some(({ use }) => use.name === below) ? record.hasChildren?.() : undefined
      const refusal = own ?? recordErrors.used({ uses: `@${uses[0]?.use.label ?? ''}` })
      return [key, { ...refusal, data: { uses: uses.map((each) => viewOf(each, language)) } }]
    }),
  )
}
