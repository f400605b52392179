import { Type } from 'typebox'
import { type Lookup, lookups } from '#kernel/db/lookups.ts'
import { prepared } from '#kernel/db/statement.ts'
import type { Tx } from '#kernel/db/tx.ts'
import type { TitleFacts } from '#kernel/document/server-document.ts'
import { TRANSFER_LOCATION } from '#areas/store/store.facade.ts'
import { isWithinLimits } from '#kernel/access/limits.ts'
import { inScope, type Principal } from '#kernel/access/principal.ts'
import type { Language } from '#kernel/i18n/language.ts'
import type { SchemeFact } from '../scheme-parts.rules.ts'
import type { Whom } from '../scheme-whom.rules.ts'
import { schemesSeen, schemesNamed } from './scheme.facts.ts'

const byCode = Type.Record(Type.String(), Type.String())

/** Names of the codes that documents of schemes carry, in the reader's language; parts of a scheme by their channel or store and their product, for customer and budget stand beside it. */
export const schemeNamesSchema = Type.Object({
  areas: byCode,
  schemes: byCode,
  fundings: byCode,
  customers: byCode,
  skus: byCode,
  spus: byCode,
  channels: byCode,
  stores: byCode,
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
  | 'channels'
  | 'stores'
  | 'people'
  | 'units'
  | 'legalEntities'
  | 'locations'
type Values = Readonly<Record<string, unknown>>

interface NameRow {
  readonly kind: Kind
  readonly code: string
  readonly zh: string
  readonly en: string
  /** Whose it is, where not everybody may know it by its code. */
  readonly scopeId: number | null
}

const look = (
  kind: Kind,
  table: string,
  keys: readonly string[],
  { code = 'code', zh = 'name_zh', en = 'name_en', scope = 'null::int' } = {},
): Lookup => ({
  keys,
  type: 'text',
  select: (given) =>
    `select '${kind}' as kind, ${code} as code, ${zh} as zh, ${en} as en, ${scope} as "scopeId" from ${table} where ${code} = any (${given})`,
})
const OWNED = { scope: 'scope_id' }

/** Parts of one scheme, by what or whom they are for. */
const fundings = (no: string | undefined, keys: readonly number[]): Lookup => ({
  keys: no === undefined ? [] : keys.map((number) => `${no} ${number}`),
  type: 'text',
  select: (given) => {
    const called = (language: Language) =>
      `concat_ws(' / ', h.name_${language}, t.name_${language},
         coalesce(k.name_${language}, p.name_${language}, case when num_nonnulls(h.code, t.code) = 0 then f.funding_no::text end))`
    return `select 'fundings' as kind, f.funding_no::text as code, ${called('zh')} as zh, ${called('en')} as en, null::int as "scopeId"
      from unnest(${given}) asked (part) join scheme s on s.no = split_part(asked.part, ' ', 1)
      join scheme_funding f on f.scheme_id = s.id and f.funding_no = split_part(asked.part, ' ', 2)::int
      join scheme_line l on l.scheme_id = s.id and l.line_no = f.line_no
      left join sku k on k.code = l.sku_code left join spu p on p.code = l.spu_code
      left join customer_channel h on h.code = l.channel_code left join store t on t.code = l.store_code`
  },
})

type Writer = Pick<Principal, 'scope' | 'limits'>

/** Whether somebody may know what a code stands for: of customers, people and places as in the lists that he chooses from; the owners of his schemes he knows. */
function isSeen({ kind, code, scopeId }: NameRow, writer: Writer, schemes: readonly SchemeFact[]): boolean {
  if (scopeId === null) return true
  if (kind === 'people' && schemes.some(({ ownerAccount }) => ownerAccount === code)) return true
  if (kind === 'locations' && code === TRANSFER_LOCATION) return true
  if (!inScope(writer.scope, scopeId)) return false
  if (kind === 'customers') return isWithinLimits(writer, 'customer', () => code)
  return kind !== 'stores' || (writer.limits?.['store_code']?.includes(code) ?? true)
}

/** Names of everything that these headers and lines mention; of what not everybody sees only where the writer does. */
export async function schemeNames(
  tx: Tx,
  language: Language,
  headers: readonly Values[],
  lines: readonly Values[],
  writer?: Writer,
) {
  const names: Record<Kind, Record<string, string>> = {
    areas: {},
    schemes: {},
    fundings: {},
    customers: {},
    skus: {},
    spus: {},
    channels: {},
    stores: {},
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
  const schemes = writer && asked.length > 0 ? schemesSeen(await tx.rows(schemesNamed(asked)), writer) : []
  const known = writer ? schemes.map(({ no }) => no) : asked
  const statement = lookups<NameRow>('scheme.names', [
    {
      keys: numbers('areaId'),
      type: 'int',
      select: (keys) =>
        `select 'areas' as kind, id::text as code, name_zh as zh, name_en as en, null::int as "scopeId" from area where id = any (${keys})`,
    },
    look('schemes', 'scheme', known, { code: 'no', zh: 'name', en: 'name' }),
    fundings(known.length === 1 ? known[0] : undefined, numbers('fundingNo')),
    look(
      'customers',
      'customer',
      [...codes('customerCode'), ...codes('toCustomerCode'), ...codes('newCustomerCode')],
      OWNED,
    ),
    look('skus', 'sku', [...codes('skuCode'), ...codes('newSkuCode')]),
    look('spus', 'spu', [...codes('spuCode'), ...codes('newSpuCode')]),
    look('people', 'app_user', codes('ownerAccount'), { code: 'account', ...OWNED }),
    look('units', 'operating_unit', codes('operatingUnitCode'), OWNED),
    look('legalEntities', 'legal_entity', codes('legalEntityCode'), OWNED),
    look('locations', 'location', codes('locationCode'), OWNED),
    look('channels', 'customer_channel', [...codes('channelCode'), ...codes('newChannelCode')], OWNED),
    look('stores', 'store', [...codes('storeCode'), ...codes('newStoreCode')], OWNED),
  ])
  const rows = statement ? await tx.rows(statement) : []
  for (const row of rows) if (!writer || isSeen(row, writer, schemes)) names[row.kind][row.code] = row[language]
  return names
}

/** Whom a line of a scheme is for, in words: the customer, his store, or the channel. */
export function whomText(
  { customerCode, channelCode, storeCode }: Whom,
  {
    customers,
    channels,
    stores,
  }: Pick<Record<Kind, Readonly<Record<string, string>>>, 'customers' | 'channels' | 'stores'>,
): string {
  const called = (code: string, names: Readonly<Record<string, string>>) => names[code] ?? code
  const whole = customerCode === null ? called(channelCode ?? '', channels) : called(customerCode, customers)
  return storeCode === null ? whole : `${whole} / ${called(storeCode, stores)}`
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
