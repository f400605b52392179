import { limitsIn, limitSql } from '#kernel/platform/access/limits.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { inScope } from '#kernel/platform/access/principal.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { typeAhead } from '#kernel/platform/db/type-ahead.ts'
import type { Reference } from '#kernel/engine/definition/reference.ts'
import { codesIn } from './write/codes.ts'
import { type AnyRecord, codeColumnOf, referringFields } from './definition.ts'

/** The person for whom references are resolved. */
type Visitor = Pick<Principal, 'scope' | 'limits'>

/** The record that a code refers to. */
export interface Referred {
  readonly code: string
  readonly key: string
  readonly name_zh: string
  readonly name_en: string
  readonly enabled: boolean
  readonly scope_id: number | null
  /** Its value in the column that must equal the record's. */
  readonly sameValue: string | null
}

/** The resolved codes of a record's rows. */
export class References {
  private readonly found: ReadonlyMap<string, ReadonlyMap<string, Referred>>

  constructor(found: ReadonlyMap<string, ReadonlyMap<string, Referred>>) {
    this.found = found
  }

  get(reference: Reference, code: string): Referred | undefined {
    return this.found.get(placeOf(reference))?.get(code)
  }
}

/** Fields that refer to the same rows are resolved together. */
function placeOf({ table, only, sameValue }: Reference): string {
  return [table, ...(only ? [only.column, only.value] : []), ...(sameValue ? [sameValue.column] : [])].join(' ')
}

/** SQL for whether a row is in use; null where all are. */
export function inUseSql({ enabled, state }: Reference): string | null {
  if (state) return `r.${state} = 'enabled'`
  return enabled ? `r.${enabled}` : null
}

function selected(reference: Reference, code: string): string {
  const { key, scope, sameValue } = reference
  return `r.${code} as code, r.${key}::text as key, r.name_zh as name_zh, r.name_en as name_en, ${inUseSql(reference) ?? 'true'} as enabled,
    ${scope ? `r.${scope}` : 'null::int'} as scope_id, ${sameValue ? `r.${sameValue.column}` : 'null::text'} as "sameValue"`
}

function columnsOf(reference: Reference, code: string): string {
  return `select ${selected(reference, code)} from ${reference.table} r`
}

/** Resolves the codes of many rows: one statement for each table, however many rows and fields refer to it. */
export async function readReferences(
  tx: Tx,
  record: AnyRecord,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<References> {
  const asked = new Map<string, { readonly reference: Reference; readonly codes: Set<string> }>()
  for (const [name, { refersTo: reference, links }] of referringFields(record)) {
    const { codes } = asked.get(placeOf(reference)) ?? { codes: new Set<string>() }
    asked.set(placeOf(reference), { reference, codes })
    for (const row of rows) {
      const value = row[name]
      for (const code of links ? codesIn(value) : [value]) {
        if (typeof code === 'string' && code !== '' && code.length <= 64 && !code.includes('\u0000')) codes.add(code)
      }
    }
  }
  const found = new Map<string, ReadonlyMap<string, Referred>>()
  for (const [place, { reference, codes }] of asked) {
    const code = codeColumnOf(reference)
    const { only } = reference
    const statement: Statement<Referred> = {
      text: `${columnsOf(reference, code)} where r.${code} = any ($1::text[])${only ? ` and r.${only.column} = $2` : ''}`,
      values: [[...codes], ...(only ? [only.value] : [])],
    }
    const referred = codes.size === 0 ? [] : await tx.rows(statement)
    found.set(place, new Map(referred.map((each) => [each.code, each])))
  }
  return new References(found)
}

/**
 * The rows that each text names: by its code, whatever its capitals, or by its name in either language. The database compares, so that
 * both sides are folded alike; a large table has an index of each column by `named_as`.
 */
export async function readNamed(
  tx: Tx,
  reference: Reference,
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly Referred[]>> {
  const code = codeColumnOf(reference)
  const { only, table } = reference
  const found = await tx.rows<Referred & { readonly asked: string; readonly isCode: boolean }>({
    text: [code, 'name_zh', 'name_en']
      .map(
        (column) => `select v.asked, ${column === code} as "isCode", ${selected(reference, code)}
          from (select asked, named_as(asked) as folded from unnest($1::text[]) as asked) v
          join ${table} r on named_as(r.${column}) = v.folded${only ? ` and r.${only.column} = $2` : ''}`,
      )
      .join(' union '),
    values: [texts, ...(only ? [only.value] : [])],
  })
  return new Map(
    [...Map.groupBy(found, ({ asked }) => asked)].map(([asked, rows]) => {
      const byCode = rows.filter(({ isCode }) => isCode)
      return [asked, byCode.length > 0 ? byCode : [...new Map(rows.map((row) => [row.code, row])).values()]]
    }),
  )
}

/** Whether a person may refer to it: rows outside of their organisations answer as if they did not exist. */
export function isNameable(
  principal: Visitor,
  { table }: Reference,
  referred: Pick<Referred, 'code' | 'scope_id'>,
): boolean {
  if (referred.scope_id !== null && !inScope(principal.scope, referred.scope_id)) return false
  return limitsIn(principal, table).every(({ column, codes }) => column !== 'code' || codes.includes(referred.code))
}

/** The options of a selector, by code or name: enabled, and within the person's organisations; sorted by code. */
export function choicesOf(
  reference: Reference,
  principal: Visitor,
  keyword: string,
  limit: number,
): Statement<Referred> {
  const code = `r.${codeColumnOf(reference)}`
  const values: unknown[] = [limit]
  const add = (value: unknown): string => `$${values.push(value)}`
  const { table, scope, search, only } = reference
  const inUse = inUseSql(reference)
  const where = [...(inUse ? [inUse] : []), ...(only ? [`r.${only.column} = ${add(only.value)}`] : [])]
  where.push(...limitSql(principal, table, 'r', add))
  const ids = scope && principal.scope !== 'all' ? `${add(principal.scope)}::int[]` : null
  if (search) {
    const within = scope && ids ? { column: `r.${scope}`, ids } : null
    const columns = selected(reference, codeColumnOf(reference))
    const given = {
      table,
      alias: 'r',
      columns,
      code,
      codeAs: 'code',
      search: `r.${search}`,
      where,
      within,
      limit: '$1',
      add,
    }
    return { text: typeAhead(given, keyword), values }
  }
  if (ids) where.push(`r.${scope} = any (${ids})`)
  if (keyword !== '') {
    const at = add(`%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
    where.push(`(${code} ilike ${at} or r.name_zh ilike ${at} or r.name_en ilike ${at})`)
  }
  const text = `${columnsOf(reference, codeColumnOf(reference))}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`
  return { text: `${text} order by ${code} limit $1`, values }
}
