import type { Lookup } from '#kernel/platform/db/lookups.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { fieldNames } from '#kernel/engine/document/field-names.ts'
import type { TitleFacts } from '#kernel/engine/document/server-document.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { personByAccount } from '#kernel/engine/record/write/user-reference.ts'
import { channelReference } from '#areas/budget/references.facade.ts'
import { customerReference } from '#areas/customer/references.facade.ts'
import { anyArea, legalEntityReference, operatingUnitReference } from '#areas/organisation/references.facade.ts'
import { skuReference, spuReference } from '#areas/product/references.facade.ts'
import { locationReference, storeReference } from '#areas/store/references.facade.ts'
import { TRANSFER_LOCATION } from '#areas/store/store.facade.ts'
import { namedFunding, namedScheme } from './scheme-references.ts'
import type { Beneficiary } from '../beneficiary/scheme-beneficiary.rules.ts'
import { schemesNamed, schemesSeen } from '../shared/scheme.facts.ts'

const schemes = (numbers: readonly string[]): Lookup => ({
  keys: numbers,
  type: 'text',
  select: (given) =>
    `select 'schemes' as kind, no as code, name as zh, name as en, null::int as "scopeId" from scheme where no = any (${given})`,
})

/** Parts of one scheme, by beneficiary and product. */
const fundings = (no: string | undefined, keys: readonly (string | number)[]): Lookup => ({
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

/**
 * References of scheme documents, in the order of names in answers. A writer knows the schemes that they see, their
 * owners, and the location of stock in transit; parts are named where all are of one scheme.
 */
export const schemeNames = fieldNames(
  'scheme.names',
  [
    anyArea,
    namedScheme,
    namedFunding,
    customerReference,
    skuReference,
    spuReference,
    channelReference,
    storeReference,
    personByAccount,
    operatingUnitReference,
    legalEntityReference,
    locationReference,
  ],
  async (tx, asked, writer) => {
    const numbers = asked('schemes').map(String)
    const seen = writer && numbers.length > 0 ? schemesSeen(await tx.rows(schemesNamed(numbers)), writer) : []
    const known = writer ? seen.map(({ no }) => no) : numbers
    return {
      looks: [schemes(known), fundings(known.length === 1 ? known[0] : undefined, asked('fundings'))],
      isKnown: ({ kind, code }) =>
        (kind === 'people' && seen.some(({ ownerAccount }) => ownerAccount === code)) ||
        (kind === 'locations' && code === TRANSFER_LOCATION),
    }
  },
)

/** Keys of beneficiaries for the look-up of names. */
export function beneficiaryKeys(beneficiaries: readonly Beneficiary[]) {
  return {
    customers: beneficiaries.map(({ customerCode }) => customerCode),
    channels: beneficiaries.map(({ channelCode }) => channelCode),
    stores: beneficiaries.map(({ storeCode }) => storeCode),
  }
}

/** The beneficiary of a scheme line in words: the customer, their store, or the channel. */
export function beneficiaryText(
  { customerCode, channelCode, storeCode }: Beneficiary,
  {
    customers,
    channels,
    stores,
  }: Readonly<Record<'customers' | 'channels' | 'stores', Readonly<Record<string, string>>>>,
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

/** Documents with the word in their title: by area, or by the name of their scheme. */
export async function titledSchemes(tx: Tx, language: Language, word: string): Promise<readonly TitleFacts[]> {
  const rows = await tx.rows(titled(`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`, language))
  return rows.map(({ areaId, schemeNo }): TitleFacts => (areaId === null ? { schemeNo: schemeNo! } : { areaId }))
}

/** Applications by area or by name. */
export async function titledApplications(tx: Tx, language: Language, word: string): Promise<readonly TitleFacts[]> {
  const found = await titledSchemes(tx, language, word)
  return found.filter((each) => 'areaId' in each)
}
