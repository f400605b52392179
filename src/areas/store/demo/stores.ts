import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { cities, places } from './cities.ts'

/** The source of the demonstration's numbers. */
export interface Random {
  next(): number
  between(low: number, high: number): number
  chance(probability: number): boolean
}

const STORES = 3_000
/** Degrees, about five kilometres: within the town, and so within the country. */
const SPREAD = 0.045

interface Store {
  readonly code: string
  readonly zh: string
  readonly en: string
  readonly type: string
  readonly country: string
  readonly city: string
  readonly address: string
  readonly location: string | null
  readonly hours: string
  readonly latitude: string
  readonly longitude: string
  readonly isEnabled: boolean
}

/** The sum of two random numbers is more often in the middle, like stores in a town. */
function aside(random: Random): number {
  return (random.next() + random.next() - 1) * SPREAD
}

function drawStores(random: Random): readonly Store[] {
  const total = cities.reduce((sum, city) => sum + city[5], 0)
  const counts = new Map<string, number>()
  let owed = 0
  return cities.flatMap(([country, zh, en, latitude, longitude, weight]) => {
    owed += (weight / total) * STORES
    const count = Math.round(owed)
    owed -= count
    return Array.from({ length: count }, (_, index): Store => {
      const no = (counts.get(country) ?? 0) + 1
      counts.set(country, no)
      const [placeZh, placeEn, type, inside] = places[(index * 6 + no) % places.length]!
      const nth = Math.floor(index / places.length) + 1
      const house = random.between(1, 180)
      // A degree of longitude is shorter farther from the equator.
      const wide = Math.cos((latitude * Math.PI) / 180)
      return {
        code: `ST-${country}-${String(no).padStart(4, '0')}`,
        zh: `${zh}${placeZh}${nth > 1 ? nth : ''}店`,
        en: `${en} ${placeEn}${nth > 1 ? ` ${nth}` : ''}`,
        type,
        country,
        city: en,
        address: `${house} ${placeEn}, ${en}`,
        location: inside === '' ? null : inside.endsWith(' ') || inside.endsWith('-') ? `${inside}${house}` : inside,
        hours: type === 'operator' ? '09:00-18:00' : '10:00-21:30',
        latitude: (latitude + aside(random)).toFixed(6),
        longitude: (longitude + aside(random) / wide).toFixed(6),
        isEnabled: !random.chance(0.03),
      }
    })
  })
}

/** A store belongs to one of its country's customers, dealers before distributors; some to none. */
const insertStores = prepared(
  'seed demo stores',
  `with given as (
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::numeric[], $11::numeric[], $12::boolean[]) with ordinality as g (code, name_zh, name_en, type, country_code, city, address, location,
       opening_hours, latitude, longitude, enabled, position)
   ), owner as (
     select code, country_code, row_number() over (partition by country_code order by kind = 'distributor', code) - 1 as at,
       count(*) over (partition by country_code) as count
     from customer where state = 'enabled'
   )
   insert into store (code, name_zh, name_en, type, country_code, city, address, location, opening_hours, latitude, longitude, enabled,
     customer_code, scope_id)
   select g.code, g.name_zh, g.name_en, g.type, g.country_code, g.city, g.address, g.location, g.opening_hours, g.latitude, g.longitude, g.enabled,
     o.code, c.organisation_id
   from given g join country c on c.code = g.country_code
   left join owner o on o.country_code = g.country_code and o.at = g.position % o.count and g.position % 17 <> 0`,
)

const KINDS = [
  ['own', '手机中心仓', 'phone distribution centre'],
  ['bonded', '保税仓', 'bonded warehouse'],
  ['demo', '样机仓', 'demo units'],
  ['customer', '客户寄售仓', 'customer consignment'],
  ['scrap', '报废仓', 'scrap'],
] as const

/** India and Indonesia have all kinds, larger countries two, others one: forty in all with headquarters'. */
const insertWarehouses = prepared(
  'seed demo warehouses',
  `with kind as (
     select * from unnest($1::text[], $2::text[], $3::text[]) with ordinality as k (type, zh, en, at)
   ), country_kinds as (
     select c.code, c.name_zh, c.name_en, c.organisation_id, case when c.code in ('IN', 'ID') then 5 when c.code = any ($4::text[]) then 2 else 1 end as kinds
     from country c where c.code = any ($5::text[])
   )
   insert into warehouse (code, name_zh, name_en, type, organisation_id, inventory_organisation_code, customer_code, erp_subinventory, scope_id)
   select 'WH-' || c.code || '-' || lpad(k.at::text, 2, '0'), c.name_zh || k.zh, c.name_en || ' ' || k.en, k.type, c.organisation_id, i.code,
     case when k.type = 'customer' then owner.code end, upper(left(k.type, 2)) || '-' || lpad(k.at::text, 2, '0'), c.organisation_id
   from country_kinds c join kind k on k.at <= c.kinds
   join inventory_organisation i on i.code = 'IO-' || c.code
   left join lateral (
     select u.code from customer u where u.country_code = c.code and u.state = 'enabled' and u.operating_unit_code = i.operating_unit_code
     order by u.kind = 'dealer', u.code limit 1
   ) owner on true
   where k.type <> 'customer' or owner.code is not null`,
)

const insertLocations = prepared(
  'seed demo locations',
  `insert into location (code, name_zh, name_en, warehouse_code, sub_location, scope_id)
   select replace(w.code, 'WH-', 'LOC-') || '-' || p.code, p.zh, p.en, w.code, p.code, w.scope_id
   from warehouse w, (values ('A01', 'A 区一号架', 'Zone A, rack 1'), ('A02', 'A 区二号架', 'Zone A, rack 2'), ('Q01', '待检区', 'Quarantine'))
     as p (code, zh, en)
   where w.code <> 'WH-HQ'`,
)

const TWO = ['DE', 'FR', 'GB', 'TH', 'VN', 'MY', 'AE', 'SA', 'MX', 'BR', 'CN']
const ONE = ['ES', 'IT', 'PL', 'RO', 'BD', 'PH', 'SG', 'EG', 'PK', 'NG', 'KE', 'ZA', 'KZ', 'RU', 'CO', 'PE', 'HK']

/** Stores in the towns of every country, and the warehouses that supply them. */
export async function seedStores(tx: Tx, random: Random): Promise<void> {
  const stores = drawStores(random)
  const column = <K extends keyof Store>(name: K) => stores.map((store) => store[name])
  await tx.run(
    insertStores(
      column('code'),
      column('zh'),
      column('en'),
      column('type'),
      column('country'),
      column('city'),
      column('address'),
      column('location'),
      column('hours'),
      column('latitude'),
      column('longitude'),
      column('isEnabled'),
    ),
  )
  const kind = (index: 0 | 1 | 2) => KINDS.map((each) => each[index])
  await tx.run(insertWarehouses(kind(0), kind(1), kind(2), TWO, ['IN', 'ID', ...TWO, ...ONE]))
  await tx.run(insertLocations())
}
