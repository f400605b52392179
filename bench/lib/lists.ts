import { columnOf } from '#kernel/engine/definition/fields.ts'
import { listColumnsOf } from '#kernel/engine/document/document-sql.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { type AnyRecord, codeColumnOf, columnFor, orderOf } from '#kernel/engine/record/definition.ts'
import { selectSql, stateSql } from '#kernel/engine/record/record-sql.ts'

/** A list of the product, with its page hand-written in SQL. */
export interface List {
  readonly name: string
  readonly path: string
  /** Besides page and limit. */
  readonly asked?: Readonly<Record<string, unknown>>
  /** The SQL of a page in an order of the list (null: its default), from a row on. */
  readonly byHand: (sort: string | null, offset: number) => string
  /** Further orders of the list. Page 50 is measured only where this is set. */
  readonly orders?: readonly string[]
  /** Its pages begin after a key and have no number. */
  readonly isKeyed?: true
  readonly isGet?: true
}

const wayOf = (sort: string) => (sort.startsWith('-') ? 'desc' : 'asc')
const nameOf = (sort: string) => sort.replace(/^-/, '')

export const ofDocument = (definition: AnyDocument): List => ({
  name: definition.name,
  path: `${definition.api}/queryByPage`,
  byHand: (sort, offset) => {
    const [column, way] = sort === null ? ['no', 'desc'] : [columnOf(nameOf(sort)), wayOf(sort)]
    return `select ${listColumnsOf(definition)
      .map((each) => `d.${each}`)
      .join(', ')}, u.account, u.name_zh, u.name_en, i.state as approval,
      (select jsonb_agg(h.name_en) from approval_task t join app_user h on h.id = t.user_id
        where t.document_id = d.id and t.round = d.round and t.state = 'open') as holders
    from ${definition.table} d join app_user u on u.id = d.drafter_id left join approval_instance i on i.document_id = d.id and i.round = d.round
    where d.state <> '${definition.initial}' or d.drafter_id = 1 order by d.${column} ${way}${column === 'no' ? '' : `, d.no ${way}`} limit 20 offset ${offset}`
  },
  orders: (definition.list.sort as readonly string[])
    .filter((name) => columnOf(name) !== 'no')
    .map((name) => `-${name}`),
})

export function ofRecord(record: AnyRecord): List {
  const own = orderOf(record)
  const column = (name: string) => {
    const field = record.fields[name]
    if (name === 'updatedAt') return 't.updated_at'
    if (name === 'state' || !field) return stateSql(record)
    return field.refersTo ? `r_${name}.${codeColumnOf(field.refersTo)}` : `t.${columnFor(name, field)}`
  }
  return {
    name: record.name,
    path: `${record.api}/queryPage`,
    byHand: (sort, offset) =>
      `${selectSql(record, 'en')} order by ${column(nameOf(sort ?? own))} ${wayOf(sort ?? own)}, ${column(record.key)} limit 20 offset ${offset}`,
    orders: (record.list.sort as readonly string[]).filter((each) => each !== nameOf(own)),
  }
}

/** Rows by key: the floor of a page that collects them from several tables. */
const byKeys =
  (table: string, key = 'id') =>
  () =>
    `select * from ${table} where ${key} in (select ${key} from ${table} order by ${key} desc limit 20)`

/** Lists that neither a document nor a record declares. */
export const OTHERS: readonly List[] = [
  {
    name: 'budgets',
    path: '/gs/IN/oversea/aps/budget/country/page',
    byHand:
      () => `select l.*, a.*, c.name_en, p.name_en from budget_line l join budget_account a using (id) left join country c on c.code = l.country_code
      left join project p on p.code = l.project_code where l.area_id = 2 and l.state <> 'planned' order by l.id desc limit 20`,
  },
  {
    name: 'budgets of projects',
    path: '/gs/IN/oversea/aps/budget/project/page',
    asked: { year: 2026 },
    byHand:
      () => `select p.*, s.* from (select p.* from project p join country c on c.code = p.country_code where c.area_id = 2 order by p.code limit 20) p
      cross join lateral (select count(*), sum(a.avl), sum(a.occ), sum(a.cmt), sum(a.acr), sum(a.exe), sum(a.granted), sum(a.revoked)
        from budget_line l join budget_account a using (id) where l.area_id = 2 and l.project_code = p.code and l.year = 2026 and l.state <> 'planned') s
      order by p.code`,
  },
  {
    name: 'budget pools',
    path: '/gs/IN/oversea/aps/budget/pool/page',
    byHand:
      () => `select p.*, a.*, o.name_en from budget_pool p join budget_account a using (id) left join project_pool o on o.code = p.project_pool_code
      where p.area_id = 2 order by p.year desc, p.project_pool_code, p.id limit 20`,
  },
  {
    name: 'schemes',
    path: '/aps/scheme/queryByPage',
    byHand:
      () => `select s.*, u.name_en, m.* from (select * from scheme order by id desc limit 20) s join app_user u on u.id = s.owner_id
      cross join lateral (select sum(o.document_cmt), sum(o.document_acr), sum(o.document_exe), sum(o.document_avl) from scheme_funding f
        join budget_encumbrance o on o.document_id = f.document_id and o.round = f.round and o.line_no = f.encumbrance_line where f.scheme_id = s.id) m
      order by s.id desc`,
  },
  { name: 'devices', path: '/aps/device/page', byHand: byKeys('device'), isKeyed: true },
  { name: 'customer funds', path: '/aps/funds/account/page', byHand: byKeys('funds_account') },
  {
    name: 'rebates',
    path: '/aps/funds/rebate/page',
    byHand:
      () => `select b.*, a.operating_unit_code, c.name_en from rebate_batch b join funds_account a on a.id = b.account_id
      join customer c on c.code = b.customer_code order by b.credited_on desc, b.id desc limit 20`,
  },
  { name: 'movements of funds', path: '/aps/funds/flow/page', byHand: byKeys('ledger_journal'), isKeyed: true },
  {
    name: 'receivables',
    path: '/aps/funds/receivable/page',
    byHand: () =>
      `select i.*, c.name_en from receivable_item i join customer c on c.code = i.customer_code where i.open <> 0 order by i.due_on, i.id limit 20`,
  },
  {
    name: 'invoices',
    path: '/aps/funds/invoice/page',
    byHand:
      () => `select v.*, c.name_en, t.* from (select * from customer_invoice order by issued_on desc, id desc limit 20) v join customer c on c.code = v.customer_code
      cross join lateral (select sum(l.cgst), sum(l.sgst), sum(l.igst), sum(l.vat) from customer_invoice_line l where l.invoice_id = v.id) t
      order by v.issued_on desc, v.id desc`,
  },
  {
    name: 'approvals of everybody',
    path: '/aps/task/queryPage?box=all&page=1&limit=20',
    isGet: true,
    byHand:
      () => `select i.*, u.name_en, o.name_en from approval_instance i join app_user u on u.id = i.drafter_id left join organisation o on o.id = i.scope_id
      order by i.started_at desc, i.document_id desc limit 20`,
  },
  {
    name: 'notifications',
    path: '/aps/notification/queryPage',
    byHand: () => 'select * from notification where user_id = 1 order by id desc limit 20',
  },
  {
    name: 'sessions',
    path: '/api/v1/account/session/page',
    byHand: () => 'select * from session order by last_seen_at desc limit 20',
  },
  { name: 'roles of people', path: '/aps/permission/access/page', byHand: byKeys('app_user') },
  { name: 'requests for roles', path: '/aps/permission/request/page', byHand: byKeys('access_request') },
  { name: 'audit', path: '/aps/audit/entries/queryPage', byHand: byKeys('audit_entry'), isKeyed: true },
  { name: 'runs of synchronizations', path: '/aps/sync/run/queryPage', byHand: byKeys('sync_run') },
  { name: 'pushes of records', path: '/aps/sync/push/queryPage', byHand: byKeys('sync_push') },
  { name: 'downloads', path: '/aps/download-center/queryPage', byHand: byKeys('download_task') },
  { name: 'imports', path: '/aps/import/queryPage', byHand: byKeys('import_run') },
  { name: 'absences', path: '/aps/bpm/absence/queryPage', byHand: byKeys('approval_substitute') },
  {
    name: 'SKU to choose from',
    path: '/gs/IN/oversea/aps/product/sku/list',
    asked: { limit: 20, curTopAreaId: '2' },
    byHand: byKeys('sku'),
  },
  {
    name: 'distributors to choose from',
    path: '/gs/IN/oversea/aps/distributor/list',
    asked: { limit: 20, curTopAreaId: '2', distributorBelongType: 1 },
    byHand: byKeys('customer'),
  },
  {
    name: 'projects to choose from',
    path: '/gs/IN/oversea/aps/budget/project/list',
    asked: { limit: 20 },
    byHand: byKeys('project'),
  },
]
