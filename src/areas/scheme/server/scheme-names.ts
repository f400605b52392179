import { Type } from 'typebox'
import { prepared } from '#kernel/db/statement.ts'
import type { Tx } from '#kernel/db/tx.ts'
import type { TitleFacts } from '#kernel/document/server-document.ts'
import type { Principal } from '#kernel/access/principal.ts'
import type { Language } from '#kernel/i18n/language.ts'
import { readSchemes, schemesNamed } from './scheme.facts.ts'

const byCode = Type.Record(Type.String(), Type.String())

/** Names of the codes that documents of schemes carry, in the reader's language; parts of a scheme by their product, for customer and budget stand beside it. */
export const schemeNamesSchema = Type.Object({
  areas: byCode,
  schemes: byCode,
  fundings: byCode,
  customers: byCode,
  skus: byCode,
  spus: byCode,
  people: byCode,
  units: byCode,
  legalEntities: byCode,
  locations: byCode,
})

type Kind =
  | 'areas'
  | 'schemes'
  | 'fundings'
  | 'customers'
  | 'skus'
  | 'spus'
  | 'people'
  | 'units'
  | 'legalEntities'
  | 'locations'
type Values = Readonly<Record<string, unknown>>

const named = prepared<{ kind: Kind; code: string; zh: string; en: string }>(
  'scheme.names',
  `select 'areas' as kind, id::text as code, name_zh as zh, name_en as en from area where id = any ($1::int[])
   union all select 'schemes', no, name, name from scheme where no = any ($2::text[])
   union all select 'fundings', f.funding_no::text, coalesce(k.name_zh, p.name_zh, c.name_zh), coalesce(k.name_en, p.name_en, c.name_en)
   from scheme s join scheme_funding f on f.scheme_id = s.id join scheme_line l on l.scheme_id = s.id and l.line_no = f.line_no
   join customer c on c.code = l.customer_code left join sku k on k.code = l.sku_code left join spu p on p.code = l.spu_code
   where cardinality($2::text[]) = 1 and s.no = ($2::text[])[1] and f.funding_no = any ($3::int[])
   union all select 'customers', code, name_zh, name_en from customer where code = any ($4::text[])
   union all select 'skus', code, name_zh, name_en from sku where code = any ($5::text[])
   union all select 'spus', code, name_zh, name_en from spu where code = any ($6::text[])
   union all select 'people', account, name_zh, name_en from app_user where account = any ($7::text[])
   union all select 'units', code, name_zh, name_en from operating_unit where code = any ($8::text[])
   union all select 'legalEntities', code, name_zh, name_en from legal_entity where code = any ($9::text[])
   union all select 'locations', code, name_zh, name_en from location where code = any ($10::text[])`,
)

/** Names of everything that these headers and lines mention; of a scheme and its parts only where the writer sees it. */
export async function schemeNames(
  tx: Tx,
  language: Language,
  headers: readonly Values[],
  lines: readonly Values[],
  writer?: Pick<Principal, 'scope' | 'limits'>,
) {
  const names: Record<Kind, Record<string, string>> = {
    areas: {},
    schemes: {},
    fundings: {},
    customers: {},
    skus: {},
    spus: {},
    people: {},
    units: {},
    legalEntities: {},
    locations: {},
  }
  const all = [...headers, ...lines]
  const codes = (field: string) => [
    ...new Set(all.flatMap((row) => (typeof row[field] === 'string' ? [row[field]] : []))),
  ]
  const numbers = (field: string) => [
    ...new Set(all.flatMap((row) => (Number.isSafeInteger(Number(row[field])) ? [Number(row[field])] : []))),
  ]
  const asked = codes('schemeNo')
  const schemes = writer && asked.length > 0 ? readSchemes(await tx.rows(schemesNamed(asked)), writer) : null
  const rows = await tx.rows(
    named(
      numbers('areaId'),
      schemes?.map(({ no }) => no) ?? asked,
      numbers('fundingNo'),
      [...codes('customerCode'), ...codes('toCustomerCode')],
      codes('skuCode'),
      codes('spuCode'),
      codes('ownerAccount'),
      codes('operatingUnitCode'),
      codes('legalEntityCode'),
      codes('locationCode'),
    ),
  )
  for (const row of rows) names[row.kind][row.code] = row[language]
  return names
}

const titled = prepared<{ areaId: number | null; schemeNo: string | null }>(
  'scheme.titled',
  `select id as "areaId", null as "schemeNo" from area where case $2 when 'zh' then name_zh else name_en end ilike $1
   union all (select null, no from scheme where name ilike $1 order by id desc limit 1000)`,
)

/** Documents whose title has the word: by their area, or by the name of their scheme. */
export async function titledSchemes(tx: Tx, language: Language, word: string): Promise<readonly TitleFacts[]> {
  const rows = await tx.rows(titled(`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`, language))
  return rows.map(({ areaId, schemeNo }): TitleFacts => (areaId === null ? { schemeNo: schemeNo! } : { areaId }))
}

/** Applications by the area or by their own name. */
export async function titledApplications(tx: Tx, language: Language, word: string): Promise<readonly TitleFacts[]> {
  const found = await titledSchemes(tx, language, word)
  return found.filter((each) => 'areaId' in each)
}
