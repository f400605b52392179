import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

const ALL = 'EU IN ID SEA MEA CIS LATAM CN'

/** Code, names, IDCs of its areas. */
const departments = [
  ['BD01', '渠道销售部', 'Channel Sales', ALL],
  ['BD02', '零售部', 'Retail', ALL],
  ['BD03', '市场部', 'Marketing', ALL],
  ['BD04', '电商部', 'E-commerce', 'EU IN ID SEA CN'],
  ['BD05', '运营商业务部', 'Operator Business', 'EU LATAM MEA'],
  ['BD06', '产品营销部', 'Product Marketing', ALL],
  ['BD07', 'IoT业务部', 'IoT Business', 'EU IN ID SEA CN'],
  ['BD08', '大客户部', 'Key Accounts', 'EU IN SEA MEA LATAM'],
  ['BD09', '零售培训部', 'Retail Training', 'IN ID SEA MEA'],
  ['BD10', '售后服务部', 'After-sales Service', ALL],
  ['BD11', '品牌部', 'Brand', 'EU IN CN'],
  ['BD12', '上市管理部', 'Go-to-market', 'IN ID SEA MEA CIS LATAM'],
] as const

/** Shared-service-centre id, sub code, then main, middle and sub name in each language. */
const businessTypes = [
  ['FSC1001', 'S0101', '渠道激励', 'Channel incentive', '销售返利', 'Sales rebate', '提货返利', 'Sell-in rebate'],
  ['FSC1001', 'S0102', '渠道激励', 'Channel incentive', '销售返利', 'Sales rebate', '实销返利', 'Sell-out rebate'],
  ['FSC1001', 'S0103', '渠道激励', 'Channel incentive', '销售返利', 'Sales rebate', '激活返利', 'Activation rebate'],
  ['FSC1002', 'S0201', '渠道激励', 'Channel incentive', '价格支持', 'Price support', '价格保护', 'Price protection'],
  ['FSC1002', 'S0202', '渠道激励', 'Channel incentive', '价格支持', 'Price support', '清库补贴', 'Clearance support'],
  ['FSC1003', 'S0301', '零售运营', 'Retail operation', '阵地建设', 'Store presence', '门店装修', 'Store fit-out'],
  ['FSC1003', 'S0302', '零售运营', 'Retail operation', '阵地建设', 'Store presence', '陈列道具', 'Display fixtures'],
  ['FSC1003', 'S0303', '零售运营', 'Retail operation', '阵地建设', 'Store presence', '演示样机', 'Demonstration units'],
  ['FSC1004', 'S0401', '零售运营', 'Retail operation', '促销人员', 'Promoters', '促销员薪酬', 'Promoter pay'],
  ['FSC1004', 'S0402', '零售运营', 'Retail operation', '促销人员', 'Promoters', '促销员奖励', 'Promoter bonus'],
  ['FSC1004', 'S0403', '零售运营', 'Retail operation', '促销人员', 'Promoters', '店员奖励', 'Shop staff bonus'],
  ['FSC1005', 'S0501', '市场推广', 'Marketing', '媒体投放', 'Media', '数字媒体', 'Digital media'],
  ['FSC1005', 'S0502', '市场推广', 'Marketing', '媒体投放', 'Media', '户外媒体', 'Outdoor media'],
  ['FSC1005', 'S0503', '市场推广', 'Marketing', '媒体投放', 'Media', '电视广播', 'Television and radio'],
  ['FSC1006', 'S0601', '市场推广', 'Marketing', '活动', 'Events', '上市发布会', 'Launch event'],
  ['FSC1006', 'S0602', '市场推广', 'Marketing', '活动', 'Events', '路演', 'Roadshow'],
  ['FSC1006', 'S0603', '市场推广', 'Marketing', '活动', 'Events', '节日促销', 'Festival promotion'],
  ['FSC1007', 'S0701', '市场推广', 'Marketing', '联合营销', 'Joint marketing', '运营商联合', 'With operators'],
  ['FSC1007', 'S0702', '市场推广', 'Marketing', '联合营销', 'Joint marketing', '电商平台联合', 'With online platforms'],
  ['FSC1008', 'S0801', '培训', 'Training', '零售培训', 'Retail training', '产品培训', 'Product training'],
] as const

/** Code, names, IDCs of the areas that may use it. */
const pools = [
  ['PP01', '渠道发展项目池', 'Channel Development Pool', ALL],
  ['PP02', '零售形象项目池', 'Retail Presence Pool', ALL],
  ['PP03', '新品上市项目池', 'Product Launch Pool', 'EU IN SEA CN LATAM'],
  ['PP04', '节日营销项目池', 'Festival Season Pool', 'IN ID SEA MEA'],
  ['PP05', '线上业务项目池', 'Online Business Pool', 'EU IN ID CN'],
  ['PP06', '运营商合作项目池', 'Operator Partnership Pool', 'EU LATAM'],
  ['PP07', 'IoT拓展项目池', 'IoT Growth Pool', 'IN ID SEA CN'],
  ['PP08', '战略市场项目池', 'Strategic Markets Pool', 'MEA CIS LATAM'],
] as const

/** Kinds of project: suffix, names after the country's, exclusive pool, countries. */
const projectKinds = [
  ['01', '渠道激励计划', 'channel incentive programme', '', ''],
  ['02', '核心门店升级', 'key store upgrade', '', 'DE FR ES GB IN BD ID TH VN PH AE SA EG NG KZ RU MX BR'],
  ['03', '节日季促销', 'festival season campaign', 'PP04', 'IN ID'],
  ['04', '新品首销', 'first-sale campaign', 'PP03', 'IN'],
  ['05', '线上平台合作', 'online platform programme', 'PP05', 'IN ID'],
  ['06', 'IoT生态推广', 'IoT promotion', 'PP07', 'IN ID'],
] as const

/** Code suffix, names, status. */
const channels = [
  ['01', '全国分销', 'National distribution', 1],
  ['02', '连锁零售', 'Retail chains', 1],
  ['03', '独立门店', 'Independent stores', 1],
  ['04', '线上平台', 'Online platforms', 1],
  ['05', '运营商', 'Operators', 1],
  ['06', '电视购物', 'Television shopping', 0],
] as const

const businesses = [
  ['BZ01', '渠道业务', 'Channel business'],
  ['BZ02', '零售业务', 'Retail business'],
  ['BZ03', '线上业务', 'Online business'],
  ['BZ04', '运营商业务', 'Operator business'],
  ['BZ05', '企业业务', 'Corporate business'],
  ['BZ06', '服务业务', 'Service business'],
] as const

type Rows = readonly (readonly (string | number)[])[]
const columns = (rows: Rows, count: number) =>
  Array.from({ length: count }, (_, index) => rows.map((row) => row[index]))

const statements = [
  prepared(
    'seed demo departments',
    `insert into budget_department (code, name_zh, name_en) select * from unnest($1::text[], $2::text[], $3::text[])`,
  )(...columns(departments, 3)),
  prepared(
    'seed demo department areas',
    `insert into budget_department_area (area_id, department_code)
     select a.id, g.code from unnest($1::text[], $2::text[]) as g (code, idcs) join area a on a.idc_code = any (string_to_array(g.idcs, ' '))`,
  )(
    departments.map((row) => row[0]),
    departments.map((row) => row[3]),
  ),
  prepared(
    'seed demo business types',
    `insert into business_type (fsc_id, sub_busi_code, main_name_zh, main_name_en, mid_name_zh, mid_name_en, sub_name_zh, sub_name_en)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])`,
  )(...columns(businessTypes, 8)),
  prepared(
    'seed demo pools',
    `insert into project_pool (id, code, name_zh, name_en)
     select position, code, name_zh, name_en from unnest($1::text[], $2::text[], $3::text[]) with ordinality as g (code, name_zh, name_en, position)`,
  )(...columns(pools, 3)),
  prepared(
    'seed demo pool areas',
    `insert into project_pool_area (area_id, pool_code)
     select a.id, g.code from unnest($1::text[], $2::text[]) as g (code, idcs) join area a on a.idc_code = any (string_to_array(g.idcs, ' '))`,
  )(
    pools.map((row) => row[0]),
    pools.map((row) => row[3]),
  ),
  prepared(
    'seed demo projects',
    `insert into project (code, name_zh, name_en, country_code, pool_code, scope_id)
     select 'PJ-' || c.code || '-' || g.suffix, c.name_zh || g.name_zh, c.name_en || ' ' || g.name_en, c.code, nullif(g.pool, ''), c.organisation_id
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as g (suffix, name_zh, name_en, pool, countries)
     join country c on g.countries = '' or c.code = any (string_to_array(g.countries, ' '))`,
  )(...columns(projectKinds, 5)),
  prepared(
    'seed demo channels',
    `insert into customer_channel (code, name_zh, name_en, status, area_id, scope_id)
     select 'CH-' || a.idc_code || '-' || g.suffix, a.name_zh || g.name_zh, a.name_en || ' ' || lower(g.name_en), g.status, a.id, a.organisation_id
     from unnest($1::text[], $2::text[], $3::text[], $4::smallint[]) as g (suffix, name_zh, name_en, status) cross join area a`,
  )(...columns(channels, 4)),
  prepared(
    'seed demo businesses',
    `insert into budget_business (code, name_zh, name_en) select * from unnest($1::text[], $2::text[], $3::text[])`,
  )(...columns(businesses, 3)),
]

/** Master data of budget applications. Areas, countries and product lines must exist. */
export async function seedBudgetMaster(tx: Tx): Promise<void> {
  for (const statement of statements) await tx.run(statement)
}
