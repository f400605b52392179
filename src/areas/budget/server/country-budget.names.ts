import { Type } from 'typebox'
import type { Principal } from '#kernel/access/principal.ts'
import { type Lookup, lookups } from '#kernel/db/lookups.ts'
import { prepared } from '#kernel/db/statement.ts'
import type { Tx } from '#kernel/db/tx.ts'
import type { TitleFacts } from '#kernel/document/server-document.ts'
import type { Language } from '#kernel/i18n/language.ts'

const byCode = Type.Record(Type.String(), Type.String())

/** Names of the codes that a document carries, in the reader's language: `pools[code]`, `countries[code]`, …; business types by `fscId|subBusiCode`. */
export const namesSchema = Type.Object({
  areas: byCode,
  pools: byCode,
  departments: byCode,
  regions: byCode,
  countries: byCode,
  projects: byCode,
  businessTypes: byCode,
  productLines: byCode,
})

type Kind = 'areas' | 'pools' | 'departments' | 'regions' | 'countries' | 'projects' | 'businessTypes' | 'productLines'

interface NameRow {
  readonly kind: Kind
  readonly code: string
  readonly zh: string
  readonly en: string
  /** Of a project: whose it is. */
  readonly scopeId: number | null
}

const look = (kind: Kind, table: string, keys: readonly string[], scope = 'null::int'): Lookup => ({
  keys,
  type: 'text',
  select: (given) =>
    `select '${kind}' as kind, code, name_zh as zh, name_en as en, ${scope} as "scopeId" from ${table} where code = any (${given})`,
})

type Values = Readonly<Record<string, unknown>>

/** The organisations whose records a writer may know by their codes; null: all of them. */
export const organisationsOf = (writer: Writer | undefined) =>
  writer === undefined || writer.scope === 'all' ? null : writer.scope

export type Writer = Pick<Principal, 'scope'>

/** Names of everything that these headers and lines mention; projects of other countries only where the writer sees those. */
export async function namesFor(
  tx: Tx,
  language: Language,
  headers: readonly Values[],
  lines: readonly Values[],
  writer?: Writer,
) {
  const names: Record<Kind, Record<string, string>> = {
    areas: {},
    pools: {},
    departments: {},
    regions: {},
    countries: {},
    projects: {},
    businessTypes: {},
    productLines: {},
  }
  const codes = (rows: readonly Values[], field: string) => [
    ...new Set(rows.flatMap((row) => (typeof row[field] === 'string' ? [row[field]] : []))),
  ]
  const areas = headers
    .flatMap((header) => [header['areaId'], header['toAreaId']])
    .map(Number)
    .filter(Number.isSafeInteger)
  const statement = lookups<NameRow>('budget.names', [
    {
      keys: [...new Set(areas)],
      type: 'int',
      select: (keys) =>
        `select 'areas' as kind, id::text as code, name_zh as zh, name_en as en, null::int as "scopeId" from area where id = any (${keys})`,
    },
    look('pools', 'project_pool', codes(headers, 'projectPoolCode')),
    look('departments', 'budget_department', codes(headers, 'budgetDeptCode')),
    look('regions', 'budget_region', codes(headers, 'regionCode')),
    look('countries', 'country', codes(lines, 'countryCode')),
    look('projects', 'project', codes(lines, 'projectCode'), 'scope_id'),
    {
      keys: codes(lines, 'fscId'),
      type: 'text',
      select: (keys) =>
        `select 'businessTypes' as kind, fsc_id || '|' || sub_busi_code as code, sub_name_zh as zh, sub_name_en as en, null::int as "scopeId"
         from business_type where fsc_id = any (${keys})`,
    },
    look('productLines', 'product_line', codes(lines, 'productLineCode')),
  ])
  const seen = organisationsOf(writer)
  for (const row of statement ? await tx.rows(statement) : []) {
    if (row.kind === 'projects' && seen !== null && !seen.includes(row.scopeId ?? 0)) continue
    names[row.kind][row.code] = row[language]
  }
  return names
}

const named = prepared<{ areaId: number | null; projectPoolCode: string | null }>(
  'budget.named',
  `select id as "areaId", null as "projectPoolCode" from area where case $2 when 'zh' then name_zh else name_en end ilike $1
   union all select null, code from project_pool where case $2 when 'zh' then name_zh else name_en end ilike $1 limit 100`,
)

/** Applications whose title has the word: by area, pool, or period as it is written there. */
export async function titledCountryBudgets(tx: Tx, language: Language, word: string): Promise<readonly TitleFacts[]> {
  const [, year, month] = /^(\d{4})-(\d{1,2})$/.exec(word) ?? []
  const rows = await tx.rows(named(`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`, language))
  return [
    ...(year === undefined ? [] : [{ year: Number(year), month: Number(month) }]),
    ...rows.map(({ areaId, projectPoolCode }): TitleFacts =>
      areaId === null ? { projectPoolCode: projectPoolCode! } : { areaId },
    ),
  ]
}
