import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { gstinCheck } from '../customer/tax-number.ts'
import { LINES, PLACES, STEMS, TERMS } from './places.ts'

const DISTRIBUTORS = 200
const DEALERS = 1_000
/** Most of the business is where the demonstration has accounts. */
const WEIGHTS: Readonly<Record<string, number>> = { IN: 30, ID: 16, CN: 6, DE: 6, RU: 5, MX: 5, BR: 5 }
const INDIAN_STATES = ['27', '07', '29', '33', '19', '36', '24', '09']

type Row = readonly (string | null)[]

/** Number per country, adding up to the total. */
function shares(total: number): readonly (readonly [country: string, count: number])[] {
  const countries = Object.keys(PLACES)
  const weight = (country: string) => WEIGHTS[country] ?? 3
  const sum = countries.reduce((all, country) => all + weight(country), 0)
  let given = 0
  let before = 0
  return countries.map((country) => {
    before += weight(country)
    const count = Math.round((total * before) / sum) - given
    given += count
    return [country, count] as const
  })
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0')

/** A tax number in the country's format. */
function taxNumber(country: string, at: number): string {
  const digits = (length: number) => pad((at * 7_919 + 10_000_019) % 10 ** Math.min(length, 9), Math.min(length, 9))
  switch (country) {
    case 'IN': {
      const letters = [at, at * 3, at * 5, at * 11].map((value) => String.fromCodePoint(65 + (value % 26))).join('')
      const key = `${INDIAN_STATES[at % 8]}AA${letters.slice(0, 3)}${pad((at * 37) % 10_000, 4)}${letters[3]}1Z`
      return `${key}${gstinCheck(key)}`
    }
    case 'ID':
      return `0${digits(9)}${pad(at % 1_000, 3)}00`
    case 'CN':
      return `91310000${pad(at, 9)}X`
    case 'AE':
      return `100${digits(9)}${pad(at % 1_000, 3)}`
    case 'SA':
      return `3${digits(9)}${pad(at % 10_000, 4)}3`
    case 'BR':
      return `${digits(9)}${pad(at % 100_000, 5)}`
    case 'RU':
      return `7${digits(9)}`
    case 'MX':
      return `CMX${pad(at % 1_000_000, 6)}AB1`
    case 'FR':
      return `FR40${digits(9)}`
    case 'ES':
      return `ESB${digits(8)}`
    case 'IT':
      return `IT${digits(9)}${pad(at % 100, 2)}`
    default:
      return `${country}${digits(9)}`
  }
}

const stateOf = (at: number): string =>
  at % 23 === 11 ? 'draft' : at % 29 === 13 ? 'approved' : at % 31 === 17 ? 'disabled' : 'enabled'

const split = (text: string): readonly string[] => text.split('|')

function companies(kind: 'distributor' | 'dealer', total: number): Row[] {
  let all = 0
  return shares(total).flatMap(([country, count]) =>
    Array.from({ length: count }, (_, index) => {
      all += 1
      const [form, ...cities] = PLACES[country]!
      const [city = '', cityZh = '', province = '', postal = ''] = split(cities[index % cities.length]!)
      // A name repeats only in another city.
      const [stem = '', stemZh = ''] = split(STEMS[(all * 7 + Math.floor(index / cities.length)) % STEMS.length]!)
      const [line = '', lineZh = ''] = split(LINES[kind][index % LINES[kind].length]!)
      const at = kind === 'dealer' ? all + DISTRIBUTORS : all
      const prefix = kind === 'dealer' ? 'D' : 'C'
      const holder = `${stem} ${line} ${city} ${form}`
      const isHead = kind === 'distributor' || index % 3 === 0
      const isPaid = kind === 'distributor'
      return [
        `${prefix}-${country}-${pad(index + 1, 4)}`,
        `${cityZh}${stemZh}${lineZh}有限公司`,
        holder,
        kind,
        kind === 'dealer' ? (index % 4 === 0 ? 'retailChain' : 'regional') : index % 5 === 0 ? 'national' : 'regional',
        kind === 'dealer' ? 'indirect' : 'direct',
        country,
        isPaid || index % 4 === 0 ? `E${pad(at, 5)}` : null,
        `B${pad(at, 5)}`,
        isHead ? taxNumber(country, at) : null,
        isPaid ? `${city} Commercial Bank` : null,
        isPaid ? `50${pad(at * 8_641, 10)}` : null,
        isPaid ? holder : null,
        index === 0 ? 'enabled' : stateOf(index),
        `${index + 1}`,
        city,
        province,
        postal,
      ]
    }),
  )
}

const insertCustomers = prepared(
  'seed demo customers',
  `insert into customer (code, name_zh, name_en, kind, type, subtype, country_code, oerp_code, business_code, tax_no, bank_name, bank_account,
     bank_holder, state, parent_code, legal_entity_customer_code, organisation_id, scope_id, operating_unit_code, budget_region_code, channel_code, owner_id)
   select g.code, g.name_zh, g.name_en, g.kind, g.type, g.subtype, g.country, g.oerp, g.business, g.tax, g.bank, g.account, g.holder, g.state,
     case when g.kind = 'dealer' then coalesce(p.code, 'C-' || g.country || '-0001') end,
     case when g.kind = 'distributor' and g.at::int % 9 = 0 then 'C-' || g.country || '-0001' end,
     c.organisation_id, c.organisation_id, u.code, b.code, h.code, o.id
   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
     $11::text[], $12::text[], $13::text[], $14::text[], $15::text[])
     as g (code, name_zh, name_en, kind, type, subtype, country, oerp, business, tax, bank, account, holder, state, at)
   join country c on c.code = g.country
   left join operating_unit u on u.code = 'OU-' || g.country
   left join lateral (select code from budget_region where area_id = c.area_id order by code offset g.at::int % 2 limit 1) b on true
   left join lateral (select code from customer_channel where area_id = c.area_id and status = 1 order by code offset g.at::int % 3 limit 1) h on true
   left join lateral (select code from customer where country_code = g.country and kind = 'distributor' and state = 'enabled'
     order by code offset g.at::int % 5 limit 1) p on g.kind = 'dealer'
   left join area a on a.id = c.area_id
   left join app_user o on o.account = lower(a.area_code) || '.channel'`,
)

const insertTerms = prepared(
  'seed demo trade terms',
  `insert into trade_term (code, name_zh, name_en, incoterm) select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])`,
)
/** Two terms per distributor, from the catalogue. */
const insertTermsOfCustomers = prepared(
  'seed demo trade terms of customers',
  `insert into customer_trade_term (code, customer_code, trade_term_code, scope_id)
   select k.code || '/' || t.code, k.code, t.code, k.scope_id
   from (select code, scope_id, row_number() over (order by code) as at from customer where kind = 'distributor') k
   join (select code, row_number() over (order by code) - 1 as at from trade_term) t on t.at in (k.at % 9, (k.at + 4) % 9)`,
)
const insertAddresses = prepared(
  'seed demo addresses',
  `insert into customer_address (code, customer_code, country_code, province, city, postal_code, detail, contacts, phone, receive_info, shipping_place, scope_id)
   select 'AD-' || k.code, k.code, k.country_code, g.province, g.city, g.postal, 'Unit ' || (g.at::int % 40 + 1) || ', ' || g.city || ' Logistics Park',
     'Goods-in desk', '9' || lpad((g.at::int * 7919)::text, 10, '0'), 'Weekdays 10:00-17:00, gate ' || (g.at::int % 4 + 1), g.city, k.scope_id
   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as g (code, at, city, province, postal)
   join customer k on k.code = g.code where k.kind = 'distributor' or g.at::int % 4 = 0`,
)
/** Two versions per legal entity: the bank changed this year. */
const insertSellers = prepared(
  'seed demo sellers',
  `insert into seller_information (code, name_zh, name_en, legal_entity_code, valid_from, address, tax_no, bank_name, bank_account, bank_holder, bank_swift, state, scope_id)
   select e.code || '/' || v.day, e.name_zh, e.name_en, e.code, v.day::date, 'Finance department, ' || c.name_en, e.tax_no,
     v.bank, '6' || lpad((row_number() over (order by e.code) * v.factor)::text, 11, '0'), e.name_en, v.swift, 'enabled', e.scope_id
   from legal_entity e join country c on c.code = e.country_code
   cross join (values (($1::int - 1) || '-01-01', 'First Trade Bank', 'FTBKSGSG', 86413), ($1 || '-04-01', 'Ocean Commerce Bank', 'OCBKHKHH', 97513))
     as v (day, bank, swift, factor)`,
)

const column = (rows: readonly Row[], index: number) => rows.map((row) => row[index] ?? null)

/** Distributors, their dealers, delivery addresses, trade terms, and the seller information of papers. */
export async function seedCustomers(tx: Tx, year: number): Promise<void> {
  const terms = TERMS.map((term): Row => term)
  await tx.run(insertTerms(...[0, 1, 2, 3].map((index) => column(terms, index))))
  const distributors = companies('distributor', DISTRIBUTORS)
  const dealers = companies('dealer', DEALERS)
  for (const rows of [distributors, dealers])
    await tx.run(insertCustomers(...Array.from({ length: 15 }, (_, index) => column(rows, index))))
  await tx.run(insertTermsOfCustomers())
  const placed = [...distributors, ...dealers]
  await tx.run(insertAddresses(...[0, 14, 15, 16, 17].map((index) => column(placed, index))))
  await tx.run(insertSellers(year))
}
