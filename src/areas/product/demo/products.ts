import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { categories, demoProducts, productLines } from './catalogue.ts'

const column = <T, K extends keyof T>(rows: readonly T[], key: K): T[K][] => rows.map((row) => row[key])
const columns = (rows: readonly (readonly string[])[], count: number) =>
  Array.from({ length: count }, (_, index) => rows.map((row) => row[index]))

const insertCategories = prepared(
  'seed demo categories',
  `insert into product_category (code, parent_code, name_zh, name_en, class)
   select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])`,
)
const insertLines = prepared(
  'seed demo product lines',
  `insert into product_line (code, parent_code, product_class, name_zh, name_en, position)
   select code, nullif(parent, ''), class, name_zh, name_en, position
   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) with ordinality as g (code, parent, class, name_zh, name_en, position)`,
)
const insertSpus = prepared(
  'seed demo spu',
  `insert into spu (code, name_zh, name_en, category_code, product_line_code, launch_day)
   select code, name_zh, name_en, category, line, (date_trunc('month', $7::timestamptz) - ago * interval '1 month' + interval '14 days')::date
   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[]) as g (code, name_zh, name_en, category, line, ago)`,
)
const insertSkus = prepared(
  'seed demo sku',
  `insert into sku (code, spu_code, name_zh, name_en, ean_code, colour, memory, sell_in, life_cycle, end_of_life_day)
   select code, spu, name_zh, name_en, ean, colour, memory, case when category like 'accessories%' then 'no' else 'yes' end,
     case when old then 'endOfLife' else 'active' end, case when old then ($10::timestamptz - interval '40 days')::date end
   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bool[])
     as g (code, spu, name_zh, name_en, ean, colour, memory, category, old)`,
)

/** Finished goods: one per SKU, and a second one for phones that are also built elsewhere. Then parts and packages. */
const insertMaterials = prepared(
  'seed demo materials',
  `insert into material (code, name_zh, name_en, kind, sku_code)
   select '401' || lpad(position::text, 4, '0'), name_zh || ' 成品', name_en || ', finished', 'finished', code
   from (select s.*, row_number() over (order by code) as position from sku s) s
   union all
   select '405' || lpad(position::text, 4, '0'), name_zh || ' 本地组装', name_en || ', assembled locally', 'finished', code
   from (select s.*, row_number() over (order by code) as position from sku s where code like 'MD%' or code like 'BZ%') s
   union all
   select '402' || lpad(position::text, 4, '0'), m.name_zh, m.name_en, 'component', null
   from unnest($1::text[], $2::text[]) with ordinality as m (name_zh, name_en, position)
   union all
   select '403' || lpad(position::text, 4, '0'), m.name_zh, m.name_en, 'packaging', null
   from unnest($3::text[], $4::text[]) with ordinality as m (name_zh, name_en, position)`,
)
const parts = [
  ['主板组件', 'Main board'],
  ['显示屏组件', 'Display module'],
  ['电池', 'Battery'],
  ['后置摄像头模组', 'Rear camera module'],
  ['前置摄像头模组', 'Front camera module'],
  ['后盖', 'Back cover'],
  ['中框', 'Middle frame'],
  ['扬声器', 'Speaker'],
  ['指纹模组', 'Fingerprint module'],
  ['连接线', 'Flex cable'],
] as const
const packages = [
  ['彩盒', 'Gift box'],
  ['说明书', 'User guide'],
  ['十台装外箱', 'Carton of ten'],
] as const

const insertKits = prepared(
  'seed demo kits',
  `insert into bom (code, name_zh, name_en, kind, sku_code, plant, hs_code, origin_country_code, customs_name)
   select 'SKD-' || s.spu_code || '-' || p.country, s.name_zh || ' ' || p.zh || '组装套件', s.name_en || ' for assembly in ' || p.en, 'skd', s.code,
     p.plant, '851713', 'CN', 'Parts of smartphones'
   from (select distinct on (spu_code) * from sku where code ~ '^(MD|BZ)' and life_cycle = 'active' order by spu_code, code) s
   join (values ('IN', '印度', 'India', 'Noida'), ('ID', '印尼', 'Indonesia', 'Tangerang')) as p (country, zh, en, plant)
     on p.country = 'IN' or s.code ~ '^BZ'
   union all
   select 'KIT-' || s.spu_code, s.name_zh || ' 礼盒', s.name_en || ' gift box', 'kit', s.code, null, null, null, null
   from (select distinct on (spu_code) * from sku where code ~ '^(AL9|IR22|FA3)' order by spu_code, code) s`,
)
const insertKitLines = prepared(
  'seed demo kit lines',
  `insert into bom_line (code, bom_code, position, material_code, sku_code, quantity)
   select b.code || '/' || l.position, b.code, l.position, l.material, l.sku, l.quantity
   from bom b join (
     select 'skd' as kind, lpad((position * 10)::text, 3, '0') as position, m.code as material, null as sku, 1 as quantity
     from (select code, row_number() over (order by code) as position from material where kind <> 'finished') m
     union all select 'kit', '020', null, 'TN3PRO-BK', 1 union all select 'kit', '030', null, 'VT67W-WH', 2
   ) l on l.kind = b.kind
   union all select code || '/010', code, '010', null, sku_code, 1 from bom where kind = 'kit'`,
)

/** System 1 has the phones and their accessories, system 2 everything that is sold online; each has some without a SKU. */
const insertSources = prepared(
  'seed demo source sku',
  `insert into source_sku (code, sku_source_type, source_code, name_zh, name_en, sku_code, mapping)
   select t.type || '/' || s.code, t.type, s.code, s.name_zh, s.name_en, s.code, 'mapped'
   from sku s cross join (values ('1', '^(AL|IR|MD|BZ|FA|VT|CS)'), ('2', '^(AL|IR|TN|OB|SL|VT)')) as t (type, codes) where s.code ~ t.codes
   union all
   select t.type || '/' || s.spu_code || '-RD-TEST' || t.type, t.type, s.spu_code || '-RD-TEST' || t.type, s.zh || ' 红色试产', s.en || ' red trial', null, 'unmapped'
   from (select code as spu_code, name_zh as zh, name_en as en from spu where code ~ '^(MD50|BZ6|AL9|TN3)') s cross join (values ('1'), ('2')) as t (type)`,
)

const insertClassifications = prepared(
  'seed demo price classifications',
  `insert into price_classification (code, name_zh, name_en, area_id, scope_id)
   select 'PC-' || a.idc_code || '-' || g.suffix, a.name_zh || g.zh, a.name_en || ' ' || g.en, a.id, a.organisation_id
   from (values ('01', '全国分销', 'national distribution'), ('02', '重点零售', 'key retail'), ('03', '线上', 'online'), ('04', '运营商', 'operators'))
     as g (suffix, zh, en) cross join area a where a.biz_system = 'gs'`,
)

/** Customers' price lists: mostly the common one, some of each of the others. */
const classifyCustomers = prepared(
  'seed demo customers price classifications',
  `update customer c set classification_code = 'PC-' || a.idc_code || '-' || case when right(c.code, 1) in ('2', '7') then '02' when right(c.code, 1) = '5' then '03' else '01' end
   from country k join area a on a.id = k.area_id where k.code = c.country_code and c.state = 'enabled'`,
)

/** Sales settings: every area has its own selection of current products. */
const insertSettings = prepared(
  'seed demo sales settings',
  `insert into sku_sales_setting (code, sku_code, area_id, channel_code, customer_code, sellable, minimum_quantity, carton_multiple, launch_day, quota, scope_id)
   select s.code || '/' || a.area_code || '/-/-', s.code, a.id, null::text, null::text, 'yes', case when s.code ~ '^(AL|IR|FA)' then 10 else 20 end, 10,
     p.launch_day, null::int, a.organisation_id
   from sku s join spu p on p.code = s.spu_code cross join area a
   where s.life_cycle = 'active' and a.biz_system = 'gs' and (ascii(right(s.spu_code, 1)) + length(s.spu_code) + a.id) % 3 > 0
   union all
   select s.code || '/' || a.area_code || '/' || c.code || '/-', s.code, a.id, c.code, null, case when c.code like '%05' then 'no' else 'yes' end, 50, 10,
     p.launch_day, 2000, a.organisation_id
   from sku s join spu p on p.code = s.spu_code cross join area a
   join customer_channel c on c.area_id = a.id and c.code ~ '(04|05)$'
   where s.code ~ '^FA3-' and a.biz_system = 'gs'
   union all
   select s.code || '/' || a.area_code || '/-/' || c.code, s.code, a.id, null, c.code, 'yes', 100, 20, p.launch_day, 5000, a.organisation_id
   from area a join lateral (
     select k.code from customer k join country n on n.code = k.country_code
     where n.area_id = a.id and k.state = 'enabled' and k.kind = 'distributor' order by k.code limit 2
   ) c on true cross join sku s join spu p on p.code = s.spu_code
   where s.code ~ '^(AL9PRO|FA3)-BK' and a.biz_system = 'gs'`,
)

/** Products of the demonstration company: lines, categories, SPU, SKU, materials, kits, the two source systems. */
export async function seedProducts(tx: Tx, now: Date): Promise<void> {
  const { spus, skus } = demoProducts()
  await tx.run(insertCategories(...columns(categories, 5)))
  await tx.run(insertLines(...columns(productLines, 5)))
  const spu = (['code', 'nameZh', 'nameEn', 'category', 'line', 'monthsAgo'] as const).map((key) => column(spus, key))
  await tx.run(insertSpus(...spu, now))
  const keys = ['code', 'spu', 'nameZh', 'nameEn', 'ean', 'colour', 'memory', 'category', 'isOld'] as const
  await tx.run(insertSkus(...keys.map((key) => column(skus, key)), now))
  await tx.run(insertMaterials(...columns(parts, 2), ...columns(packages, 2)))
  await tx.run(insertKits())
  await tx.run(insertKitLines())
  await tx.run(insertSources())
  await tx.run(insertClassifications())
}

/** Their sales settings; channels and customers must exist. */
export async function seedSalesSettings(tx: Tx): Promise<void> {
  await tx.run(classifyCustomers())
  await tx.run(insertSettings())
}
