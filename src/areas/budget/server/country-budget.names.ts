import { Type } from 'typebox'
import type { Principal } from '#kernel/access/principal.ts'
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

const namesStatement = prepared<{ kind: Kind; code: string; zh: string; en: string }>(
  'budget.names',
  `select 'areas' as kind, id::text as code, name_zh as zh, name_en as en from area where id = any ($1::int[])
   union all select 'pools', code, name_zh, name_en from project_pool where code = any ($2::text[])
   union all select 'departments', code, name_zh, name_en from budget_department where code = any ($3::text[])
   union all select 'regions', code, name_zh, name_en from budget_region where code = any ($4::text[])
   union all select 'countries', code, name_zh, name_en from country where code = any ($5::text[])
   union all select 'projects', code, name_zh, name_en from project where code = any ($6::text[]) and ($9::int[] is null or scope_id = any ($9::int[]))
   union all select 'businessTypes', fsc_id || '|' || sub_busi_code, sub_name_zh, sub_name_en from business_type where fsc_id = any ($7::text[])
   union all select 'productLines', code, name_zh, name_en from product_line where code = any ($8::text[])`,
)

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
  const rows = await tx.rows(
    namesStatement(
      [...new Set(areas)],
      codes(headers, 'projectPoolCode'),
      codes(headers, 'budgetDeptCode'),
      codes(headers, 'regionCode'),
      codes(lines, 'countryCode'),
      codes(lines, 'projectCode'),
      codes(lines, 'fscId'),
      codes(lines, 'productLineCode'),
      organisationsOf(writer),
    ),
  )
  for (const row of rows) names[row.kind][row.code] = row[language]
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
