import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** Field staff who sign in: account, job title. */
const signedIn = [
  ['in.store', 'STORE-MANAGER'],
  ['in.sales', 'SALESMAN'],
  ['in.tl', 'TL'],
  ['in.manager', 'MANAGER'],
  ['in.rsm', 'RSM'],
  ['in.rcsm', 'RCSM'],
  ['in.rsd', 'RSD'],
  ['id.manager', 'MANAGER'],
  ['id.rsm', 'RSM'],
  ['id.rcsm', 'RCSM'],
  ['id.rsd', 'RSD'],
] as const

const insertSignedIn = prepared(
  'seed demo field staff',
  `insert into person (code, name_zh, name_en, job_type, job_title_code, organisation_id, user_id, employed_on, scope_id)
   select 'E' || (10000 + g.position), u.name_zh, u.name_en, 'fullTime', g.title, c.organisation_id, u.id, ($3::date - interval '3 years')::date, c.organisation_id
   from unnest($1::text[], $2::text[]) with ordinality as g (account, title, position)
   join app_user u on u.account = g.account
   join country c on c.code = upper(left(g.account, 2))`,
)

/**
 * A promoter in every fifth store, named after it: some part-time, some gone. Days count back from today, so that some
 * have just started or left.
 */
const insertPromoters = prepared(
  'seed demo promoters',
  `with given as (
     select s.code, s.name_zh, s.name_en, s.scope_id, row_number() over (order by s.code) as at
     from store s where s.enabled and right(s.code, 1) in ('1', '6')
   )
   insert into person (code, name_zh, name_en, job_type, job_title_code, organisation_id, employed_on, resigned_on, enabled, scope_id)
   select 'E' || (11000 + at), name_zh || '促销员', name_en || ' promoter', case when at % 4 = 0 then 'partTime' else 'fullTime' end,
     case when at % 9 = 0 then 'STORE-MANAGER' when at % 9 = 4 then 'SALESMAN' else 'PROMOTER' end, scope_id,
     $1::date - (200 + at::int * 13 % 900), case when at % 11 = 0 then $1::date - (5 + at::int % 60) end, at % 11 <> 0, scope_id
   from given`,
)

/** This person has no assignment, so that the form can be tried with a person without a store. */
const insertSpare = prepared(
  'seed demo spare promoter',
  `insert into person (code, name_zh, name_en, job_type, job_title_code, organisation_id, employed_on, scope_id)
   select 'E19000', '印度机动促销员', 'India floating promoter', 'partTime', 'PROMOTER', organisation_id, '2024-05-01', organisation_id
   from country where code = 'IN'`,
)

/** Their current assignments, and for a third of them earlier ones. */
const insertAssignments = prepared(
  'seed demo store assignments',
  `with promoter as (
     select p.code, p.scope_id, p.employed_on, p.resigned_on, s.code as store, o.code as earlier, row_number() over (order by p.code) as at
     from person p
     join store s on s.name_en || ' promoter' = p.name_en
     left join lateral (
       select e.code from store e where e.scope_id = s.scope_id and e.code < s.code and e.enabled order by e.code desc limit 1
     ) o on true
   ), rows as (
     select code, scope_id, earlier as store, employed_on as from_day, employed_on + 99 as to_day, at * 2 as position from promoter
     where at % 3 = 0 and earlier is not null
     union all
     select code, scope_id, store, case when at % 3 = 0 and earlier is not null then employed_on + 100 else employed_on end, resigned_on, at * 2 + 1 from promoter
   )
   insert into store_assignment (code, person_code, store_code, from_day, to_day, scope_id)
   select 'SA' || (10000 + position), code, store, from_day, to_day, scope_id from rows`,
)

/** The demonstration's store manager works in the first store of India, and sees that one alone. */
const limitStoreManager = prepared(
  'seed demo store manager',
  `with home as (select min(code) as code from store where country_code = 'IN' and enabled),
   assigned as (
     insert into store_assignment (code, person_code, store_code, from_day, scope_id)
     select 'SA10001', p.code, h.code, p.employed_on, p.scope_id from person p, home h, app_user u
     where u.account = 'in.store' and p.user_id = u.id
   )
   insert into user_store (user_id, store_code) select u.id, h.code from app_user u, home h where u.account = 'in.store'`,
)

/** People of the field in the stores of the demonstration company. */
export async function seedPeople(tx: Tx, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  await tx.run(
    insertSignedIn(
      signedIn.map(([account]) => account),
      signedIn.map(([, title]) => title),
      today,
    ),
  )
  await tx.run(insertPromoters(today))
  await tx.run(insertSpare())
  await tx.run(insertAssignments())
  await tx.run(limitStoreManager())
}
