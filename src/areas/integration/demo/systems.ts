import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** Names below `.example` are reserved: a demonstration answers for them itself. */
const SYSTEMS = [
  { code: 'ERP', zh: '总部ERP', en: 'Head Office ERP', type: 'erp', seconds: 10, token: null, query: '/messages/{id}' },
  { code: 'WMS', zh: '仓储系统', en: 'Warehouse System', type: 'wms', seconds: 5, token: null, query: null },
  {
    code: 'IDC-IN',
    zh: '印度数据中心',
    en: 'India Data Centre',
    type: 'idc',
    seconds: 10,
    token: 'IDC_TOKEN',
    query: '/messages/{id}',
  },
] as const

const insertSystems = prepared(
  'demo.systems',
  `insert into external_system (code, name_zh, name_en, type, base_address, secret_name, token_name, query_path, timeout_seconds, created_at, updated_at)
   select code, zh, en, type, 'https://' || lower(code) || '.company.example/api', 'DEMO', token, query, seconds, $2, $2
   from jsonb_to_recordset($1::jsonb) as s (code text, zh text, en text, type text, seconds int, token text, query text)`,
)

const RATES = `currencyCode = currency
baseCode = base
kind = "booking"
validFrom = day
units = rate.units`
const CHANNELS = `code = channelNo
nameZh = name.zh
nameEn = name.en
areaCode = area`

interface Setting {
  readonly code: string
  readonly zh: string
  readonly en: string
  readonly record: string
  readonly direction: 'outbound' | 'inbound'
  readonly system: string
  readonly path: string
  readonly organisation?: string
  readonly schedule?: string
  readonly paging?: string
  readonly mapping?: string
  readonly enabled?: boolean
}

const SETTINGS: readonly Setting[] = [
  {
    code: 'ERP-CURRENCY-RATE',
    zh: '从ERP拉取汇率',
    en: 'Booking rates from the ERP',
    record: 'currencyRate',
    direction: 'inbound',
    system: 'ERP',
    path: '/rates',
    schedule: '15 6 * * *',
    paging: 'cursor',
    mapping: RATES,
  },
  {
    code: 'ERP-COUNTRY',
    zh: '向ERP推送国家',
    en: 'Countries to the ERP',
    record: 'country',
    direction: 'outbound',
    system: 'ERP',
    path: '/countries',
  },
  {
    code: 'WMS-CURRENCY',
    zh: '向仓储系统推送币种',
    en: 'Currencies to the warehouse system',
    record: 'currency',
    direction: 'outbound',
    system: 'WMS',
    path: '/currencies',
    schedule: '0 2 * * *',
  },
  {
    code: 'IDC-IN-CHANNEL',
    zh: '向印度数据中心推送客户渠道',
    en: 'Channels to the India data centre',
    record: 'customerChannel',
    direction: 'outbound',
    system: 'IDC-IN',
    path: '/channels',
    organisation: 'IN',
    mapping: CHANNELS,
  },
  {
    code: 'ERP-CUSTOMER',
    zh: '向ERP推送客户',
    en: 'Customers to the ERP',
    record: 'customer',
    direction: 'outbound',
    system: 'ERP',
    path: '/customers',
  },
  {
    code: 'WMS-SKU',
    zh: '向仓储系统推送SKU',
    en: 'SKUs to the warehouse system',
    record: 'sku',
    direction: 'outbound',
    system: 'WMS',
    path: '/skus',
  },
  {
    code: 'IDC-IN-STORE',
    zh: '向印度数据中心推送门店',
    en: 'Stores to the India data centre',
    record: 'store',
    direction: 'outbound',
    system: 'IDC-IN',
    path: '/stores',
    organisation: 'IN',
  },
  {
    code: 'IDC-IN-DEPARTMENT',
    zh: '向印度数据中心推送预算部门',
    en: 'Budget departments to the India data centre',
    record: 'department',
    direction: 'outbound',
    system: 'IDC-IN',
    path: '/departments',
    enabled: false,
  },
]

const insertSettings = prepared(
  'demo.settings',
  `insert into sync_setting (code, name_zh, name_en, record_code, direction, system_code, path, organisation_id, schedule, timezone,
     paging, page_size, mapping, attempts, back_off_seconds, dead_after_hours, enabled, created_at, updated_at)
   select s.code, s.zh, s.en, s.record, s.direction, s.system, s.path, o.id, s.schedule, case when s.schedule is not null then 'UTC+08:00' end,
     s.paging, case when s.paging is not null then 200 end, s.mapping, 8, 30, 24, coalesce(s.enabled, true), $2, $2
   from jsonb_to_recordset($1::jsonb) as s (code text, zh text, en text, record text, direction text, system text, path text,
       organisation text, schedule text, paging text, mapping text, enabled boolean)
     join record_kind k on k.code = s.record left join organisation o on o.code = s.organisation`,
)

/** Systems and interfaces of the demonstration company. */
export async function seedSystems(tx: Tx, now: Date): Promise<void> {
  await tx.run(insertSystems(JSON.stringify(SYSTEMS), now))
  await tx.run(insertSettings(JSON.stringify(SETTINGS), now))
}
