import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { fundPool } from '../pool/fund-pool.server.ts'

export interface Volume {
  /** Budget lines to add; duplicates are created once. */
  readonly lines: number
  readonly years: readonly number[]
  readonly at: Date
}

/** A deterministic random number for row `i`, below `n`. */
const draw = (salt: number, n: string) => `(abs(hashint8(i * 31 + ${salt})::bigint) % ${n})::int`

/** Bulk budget lines over all areas, months, pools, projects and types, in random order, so that no insertion order favours an index. */
const insertLines = prepared<{ id: string }>(
  'demo volume lines',
  `with area_of as (
     select a.id, a.organisation_id, a.currency, a.idc_code,
       (select array_agg(pool_code order by pool_code) from project_pool_area where area_id = a.id) as pools,
       (select array_agg(department_code order by department_code) from budget_department_area where area_id = a.id) as departments,
       (select array_agg(p.code order by p.code) from project p join country c on c.code = p.country_code where c.area_id = a.id) as projects
     from area a
   ), wheel as (
     select array_agg(id order by id, n) as ids from area_of, lateral generate_series(1, cardinality(projects)) n
   ), types as (
     select array_agg(fsc_id order by sub_busi_code) as fsc, array_agg(sub_busi_code order by sub_busi_code) as sub from business_type
   ), products as (
     select array_agg(code order by code) as codes from product_line where parent_code is not null
   ), drawn as (
     select i, w.ids[1 + ${draw(1, 'cardinality(w.ids)')}] as area_id from generate_series(1::bigint, $1::bigint) i, wheel w
   )
   insert into budget_line (scope_id, area_id, state, year, month, country_code, project_code, project_pool_code, budget_dept_code,
     fsc_id, sub_busi_code, product_class, product_line_code, currency, created_at)
   select a.organisation_id, a.id, 'open', ($2::int[])[1 + ${draw(2, 'cardinality($2::int[])')}], 1 + ${draw(3, '12')}, p.country_code, p.code,
     coalesce(p.pool_code, a.pools[1 + ${draw(4, 'cardinality(a.pools)')}]), a.departments[1 + ${draw(5, 'cardinality(a.departments)')}],
     t.fsc[1 + ${draw(6, 'cardinality(t.fsc)')}], t.sub[1 + ${draw(6, 'cardinality(t.fsc)')}],
     l.product_class, l.code, a.currency, $3
   from drawn d join area_of a on a.id = d.area_id
   join project p on p.code = a.projects[1 + ${draw(7, 'cardinality(a.projects)')}]
   cross join types t cross join products
   join product_line l on l.code = products.codes[1 + ${draw(8, 'cardinality(products.codes)')}]
   order by i
   on conflict on constraint budget_line__key do nothing
   returning id`,
)

const fundings = prepared<{
  area_id: number
  project_pool_code: string
  year: number
  currency: string
  amount: string
  actor_id: number
}>(
  'demo volume fundings',
  `select l.area_id, l.project_pool_code, l.year, l.currency, sum(v.amount) as amount,
     (select id from app_user where account = 'hq.budget') as actor_id
   from volume v join budget_line l on l.id = v.id group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
)

const VOLUME = `create temporary table volume on commit drop as
  select l.id, ((10 + abs(hashint8(l.id)::bigint) % 900) * case l.currency when 'IDR' then 500000 when 'INR' then 5000 when 'CNY' then 500 else 50 end)::numeric(20,2) as amount
  from budget_line l where not exists (select from budget_account a where a.id = l.id)`

/** One journal per pool and year: the pool's money goes to its lines, as by one large grant. */
const journals = prepared(
  'demo volume journals',
  `with pool as (
     select p.id, p.area_id, p.project_pool_code, p.year, p.currency, nextval('document_id') as document_id from budget_pool p
   ), granted as (
     select v.id, v.amount, p.id as pool_id, p.document_id, p.currency
     from volume v join budget_line l on l.id = v.id
     join pool p on p.area_id = l.area_id and p.project_pool_code = l.project_pool_code and p.year = l.year and p.currency = l.currency
   ), journal as (
     insert into ledger_journal (document_type, document_id, round, action, sequence, actor_id, at)
     select distinct 'budgetLoad', g.document_id, 0, 'load', 0, (select id from app_user where account = 'hq.budget'), $1::timestamptz from granted g
     returning id, document_id
   ), leg as (
     select document_id, id as account_id, 'granted' as counter, amount, currency from granted
     union all
     select document_id, pool_id, 'distributed', -sum(amount), currency from granted group by document_id, pool_id, currency
   ), posted as (
     insert into ledger_posting (journal_id, position, ledger, account_id, bucket, counter, amount, currency)
     select j.id, row_number() over (partition by j.id order by leg.account_id), 'budget', leg.account_id, 'avl', leg.counter, leg.amount, leg.currency
     from leg join journal j on j.document_id = leg.document_id
   ), accounts as (
     insert into budget_account (id, currency, avl, granted) select id, currency, amount, amount from granted
   )
   update budget_account a set avl = a.avl - s.amount, distributed = a.distributed + s.amount
   from (select pool_id, sum(amount) as amount from granted group by pool_id) s where a.id = s.pool_id`,
)

/** Adds lines with only granted money, and the journals for it. */
export async function addVolume(tx: Tx, volume: Volume): Promise<void> {
  await tx.run({ text: `set local statement_timeout = '10min'`, values: [] })
  await tx.run(insertLines(volume.lines, volume.years, volume.at))
  await tx.run({ text: VOLUME, values: [] })
  for (const funding of await tx.rows(fundings())) {
    await fundPool(tx, {
      areaId: funding.area_id,
      projectPoolCode: funding.project_pool_code,
      year: funding.year,
      currency: funding.currency,
      amount: funding.amount,
      actorId: funding.actor_id,
      at: volume.at,
    })
  }
  await tx.run(journals(volume.at))
}
