import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** ISO code, names, IDC of the area, currency, offset of the capital's standard time, interface language. */
const countries = [
  ['DE', '德国', 'Germany', 'EU', 'EUR', 'UTC+01:00', 'en'],
  ['FR', '法国', 'France', 'EU', 'EUR', 'UTC+01:00', 'en'],
  ['ES', '西班牙', 'Spain', 'EU', 'EUR', 'UTC+01:00', 'en'],
  ['IT', '意大利', 'Italy', 'EU', 'EUR', 'UTC+01:00', 'en'],
  ['GB', '英国', 'United Kingdom', 'EU', 'GBP', 'UTC+00:00', 'en'],
  ['PL', '波兰', 'Poland', 'EU', 'PLN', 'UTC+01:00', 'en'],
  ['CZ', '捷克', 'Czechia', 'EU', 'CZK', 'UTC+01:00', 'en'],
  ['HU', '匈牙利', 'Hungary', 'EU', 'HUF', 'UTC+01:00', 'en'],
  ['RO', '罗马尼亚', 'Romania', 'EU', 'RON', 'UTC+02:00', 'en'],
  ['IN', '印度', 'India', 'IN', 'INR', 'UTC+05:30', 'en'],
  ['BD', '孟加拉国', 'Bangladesh', 'IN', 'BDT', 'UTC+06:00', 'en'],
  ['NP', '尼泊尔', 'Nepal', 'IN', 'NPR', 'UTC+05:45', 'en'],
  ['LK', '斯里兰卡', 'Sri Lanka', 'IN', 'LKR', 'UTC+05:30', 'en'],
  ['ID', '印度尼西亚', 'Indonesia', 'ID', 'IDR', 'UTC+07:00', 'en'],
  ['TH', '泰国', 'Thailand', 'SEA', 'THB', 'UTC+07:00', 'en'],
  ['VN', '越南', 'Vietnam', 'SEA', 'VND', 'UTC+07:00', 'en'],
  ['PH', '菲律宾', 'Philippines', 'SEA', 'PHP', 'UTC+08:00', 'en'],
  ['MY', '马来西亚', 'Malaysia', 'SEA', 'MYR', 'UTC+08:00', 'en'],
  ['SG', '新加坡', 'Singapore', 'SEA', 'SGD', 'UTC+08:00', 'en'],
  ['MM', '缅甸', 'Myanmar', 'SEA', 'MMK', 'UTC+06:30', 'en'],
  ['KH', '柬埔寨', 'Cambodia', 'SEA', 'KHR', 'UTC+07:00', 'en'],
  ['AE', '阿联酋', 'United Arab Emirates', 'MEA', 'AED', 'UTC+04:00', 'en'],
  ['SA', '沙特阿拉伯', 'Saudi Arabia', 'MEA', 'SAR', 'UTC+03:00', 'en'],
  ['EG', '埃及', 'Egypt', 'MEA', 'EGP', 'UTC+02:00', 'en'],
  ['PK', '巴基斯坦', 'Pakistan', 'MEA', 'PKR', 'UTC+05:00', 'en'],
  ['NG', '尼日利亚', 'Nigeria', 'MEA', 'NGN', 'UTC+01:00', 'en'],
  ['GH', '加纳', 'Ghana', 'MEA', 'GHS', 'UTC+00:00', 'en'],
  ['KE', '肯尼亚', 'Kenya', 'MEA', 'KES', 'UTC+03:00', 'en'],
  ['ZA', '南非', 'South Africa', 'MEA', 'ZAR', 'UTC+02:00', 'en'],
  ['MA', '摩洛哥', 'Morocco', 'MEA', 'MAD', 'UTC+01:00', 'en'],
  ['KZ', '哈萨克斯坦', 'Kazakhstan', 'CIS', 'KZT', 'UTC+05:00', 'en'],
  ['UZ', '乌兹别克斯坦', 'Uzbekistan', 'CIS', 'UZS', 'UTC+05:00', 'en'],
  ['AZ', '阿塞拜疆', 'Azerbaijan', 'CIS', 'AZN', 'UTC+04:00', 'en'],
  ['GE', '格鲁吉亚', 'Georgia', 'CIS', 'GEL', 'UTC+04:00', 'en'],
  ['RU', '俄罗斯', 'Russia', 'CIS', 'RUB', 'UTC+03:00', 'en'],
  ['MX', '墨西哥', 'Mexico', 'LATAM', 'MXN', 'UTC-06:00', 'en'],
  ['BR', '巴西', 'Brazil', 'LATAM', 'BRL', 'UTC-03:00', 'en'],
  ['CO', '哥伦比亚', 'Colombia', 'LATAM', 'COP', 'UTC-05:00', 'en'],
  ['PE', '秘鲁', 'Peru', 'LATAM', 'PEN', 'UTC-05:00', 'en'],
  ['CL', '智利', 'Chile', 'LATAM', 'CLP', 'UTC-04:00', 'en'],
  ['AR', '阿根廷', 'Argentina', 'LATAM', 'ARS', 'UTC-03:00', 'en'],
  ['CN', '中国内地', 'Chinese mainland', 'CN', 'CNY', 'UTC+08:00', 'zh'],
  ['HK', '中国香港', 'Hong Kong, China', 'CN', 'HKD', 'UTC+08:00', 'zh'],
] as const

/** A market being opened: its organisation exists, the country is not entered yet. */
const insertNext = prepared(
  'seed demo next country',
  `insert into organisation (id, code, parent_id, name_zh, name_en, type, timezone, language, currency)
   select organisation_id + 50, 'IN-BT', organisation_id, '不丹', 'Bhutan', 'country', 'UTC+06:00', 'en', 'INR'
   from area where area_code = 'IN' and biz_system = 'gs'`,
)

/** Code, names, IDC of the area. */
const regions = [
  ['EU-W', '西欧', 'Western Europe', 'EU'],
  ['EU-S', '南欧', 'Southern Europe', 'EU'],
  ['EU-CE', '中东欧', 'Central and Eastern Europe', 'EU'],
  ['IN-N', '印度北部', 'India North', 'IN'],
  ['IN-S', '印度南部', 'India South', 'IN'],
  ['IN-E', '印度东部', 'India East', 'IN'],
  ['IN-W', '印度西部', 'India West', 'IN'],
  ['IN-NB', '南亚邻国', 'South Asian neighbours', 'IN'],
  ['ID-JV', '爪哇', 'Java', 'ID'],
  ['ID-SM', '苏门答腊', 'Sumatra', 'ID'],
  ['ID-KS', '加里曼丹与苏拉威西', 'Kalimantan and Sulawesi', 'ID'],
  ['SEA-ML', '中南半岛', 'Mainland Southeast Asia', 'SEA'],
  ['SEA-MR', '海岛国家', 'Maritime Southeast Asia', 'SEA'],
  ['MEA-GCC', '海湾国家', 'Gulf states', 'MEA'],
  ['MEA-NA', '北非', 'North Africa', 'MEA'],
  ['MEA-SS', '撒哈拉以南', 'Sub-Saharan Africa', 'MEA'],
  ['CIS-CA', '中亚', 'Central Asia', 'CIS'],
  ['CIS-CC', '高加索', 'Caucasus', 'CIS'],
  ['CIS-RU', '俄罗斯', 'Russia', 'CIS'],
  ['LATAM-MX', '墨西哥', 'Mexico', 'LATAM'],
  ['LATAM-AN', '安第斯', 'Andean countries', 'LATAM'],
  ['LATAM-SC', '南锥体与巴西', 'Southern Cone and Brazil', 'LATAM'],
  ['CN-ML', '内地', 'Mainland', 'CN'],
  ['CN-HK', '香港', 'Hong Kong', 'CN'],
] as const

const alwaysThere = prepared(
  'seed demo organisations since ever',
  `insert into organisation_parent (record_id, valid_from, value, begins_at, applied_at)
   select id, '2000-01-01', parent_id, '2000-01-01', product_now() from organisation on conflict do nothing`,
)

const column = <Row extends readonly string[]>(rows: readonly Row[], index: number) =>
  rows.map((row) => row[index] ?? '')

/** A country organisation below its region for each, with code `<region>-<country>`. */
const insertCountries = prepared(
  'seed demo countries',
  `with given as (
     select g.*, a.id as area_id, a.organisation_id as region_id,
       a.organisation_id + (row_number() over (partition by a.id order by g.position))::int as organisation_id
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
       with ordinality as g (code, name_zh, name_en, idc, currency, timezone, language, position)
     join area a on a.idc_code = g.idc and a.biz_system = 'gs'
   ), organisations as (
     insert into organisation (id, code, parent_id, name_zh, name_en, type, timezone, language, currency)
     select organisation_id, idc || '-' || code, region_id, name_zh, name_en, 'country', timezone, language, currency from given
   )
   insert into country (code, name_zh, name_en, area_id, currency, timezone, organisation_id)
   select code, name_zh, name_en, area_id, currency, timezone, organisation_id from given`,
)

const insertRegions = prepared(
  'seed demo budget regions',
  `insert into budget_region (code, name_zh, name_en, area_id)
   select g.code, g.name_zh, g.name_en, a.id
   from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as g (code, name_zh, name_en, idc)
   join area a on a.idc_code = g.idc and a.biz_system = 'gs'`,
)

/** Countries with their organisations, and the sites budgets are spent at. */
export async function seedCountries(tx: Tx): Promise<void> {
  await tx.run(insertCountries(...[0, 1, 2, 3, 4, 5, 6].map((index) => column(countries, index))))
  await tx.run(insertNext())
  await tx.run(alwaysThere())
  await tx.run(insertRegions(...[0, 1, 2, 3].map((index) => column(regions, index))))
}
