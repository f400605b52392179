import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** A company in every country; India's tax number contains the state, and so on. */
const insertEntities = prepared(
  'seed demo legal entities',
  `insert into legal_entity (code, name_zh, name_en, country_code, currency, tax_no, fiscal_year_start, erp_code, scope_id)
   select 'LE-' || c.code, c.name_zh || '贸易有限公司', c.name_en || ' Trading Limited', c.code, c.currency,
     case c.code when 'IN' then '27AAACT2727Q1ZW' else c.code || lpad((row_number() over (order by c.code) * 7919 + 100000000)::text, 10, '0') end,
     case when c.code in ('IN', 'GB', 'HK', 'SG') then 4 else 1 end, 'E' || (1000 + row_number() over (order by c.code)), c.organisation_id
   from country c order by c.code`,
)
const insertUnits = prepared(
  'seed demo operating units',
  `insert into operating_unit (code, name_zh, name_en, legal_entity_code, set_of_books, erp_code, scope_id)
   select 'OU-' || e.country_code, c.name_zh || '业务实体', c.name_en || ' operations', e.code, 'SOB-' || e.currency, 'OU' || substr(e.erp_code, 2), e.scope_id
   from legal_entity e join country c on c.code = e.country_code order by e.code`,
)
/** Devices have a stock count of their own where they are sold. */
const insertStocks = prepared(
  'seed demo inventory organisations',
  `insert into inventory_organisation (code, name_zh, name_en, operating_unit_code, erp_code, scope_id)
   select 'IO-' || c.code || k.suffix, c.name_zh || k.zh, c.name_en || k.en, u.code, replace(u.erp_code, 'OU', 'M') || k.suffix, u.scope_id
   from operating_unit u join legal_entity e on e.code = u.legal_entity_code join country c on c.code = e.country_code
   join (values ('', '手机库存', ' phone stock'), ('-IOT', 'IoT库存', ' device stock')) as k (suffix, zh, en)
     on k.suffix = '' or c.code in ('IN', 'ID', 'DE', 'CN', 'TH', 'AE', 'MX')
   order by c.code, k.suffix`,
)

/** Code, names, areas, and countries of other areas that belong to it. */
const zones = [
  ['WZ-SA', '南亚战区', 'South Asia war zone', 'IN', 'PK'],
  ['WZ-APAC', '亚太战区', 'Asia Pacific war zone', 'ID SEA CN', ''],
  ['WZ-EMEA', '欧洲中东非战区', 'Europe, Middle East and Africa war zone', 'EU MEA', ''],
  ['WZ-NEW', '新兴市场战区', 'Emerging markets war zone', 'CIS LATAM', 'NG GH KE'],
] as const
const insertZones = prepared(
  'seed demo war zones',
  `with given as (
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as g (code, name_zh, name_en, areas, countries)
   ), zones as (
     insert into war_zone (code, name_zh, name_en) select code, name_zh, name_en from given returning code
   ), areas as (
     insert into war_zone_area (war_zone_code, area_id)
     select g.code, a.id from given g join zones z using (code) join area a on a.area_code = any (string_to_array(g.areas, ' '))
   ), countries as (
     insert into war_zone_country (war_zone_code, country_code)
     select g.code, c.code from given g join zones z using (code) join country c on c.code = any (string_to_array(g.countries, ' '))
   )
   select count(*) from zones`,
)
const ledBy = prepared(
  'seed demo war zones of organisations',
  `update organisation o set war_zone_code = z.war_zone_code from war_zone_area z join area a on a.id = z.area_id
   where o.id = a.organisation_id or o.parent_id = a.organisation_id`,
)

/** The accounting data of every country, and the sales war zones. */
export async function seedAccounting(tx: Tx): Promise<void> {
  await tx.run(insertEntities())
  await tx.run(insertUnits())
  await tx.run(insertStocks())
  const columns = [0, 1, 2, 3, 4] as const
  await tx.run(insertZones(...columns.map((index) => zones.map((zone) => zone[index]))))
  await tx.run(ledBy())
}
