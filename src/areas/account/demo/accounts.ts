import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** One account not started yet, one that has left: neither signs in. */
const insertAccounts = prepared(
  'seed demo accounts',
  `insert into app_user (account, name_zh, name_en, job_title, kind, email, organisation_id, superior_id, language, state, resigned_on, successor_id, handed_over_at)
   select g.account, g.zh, g.en, g.job, g.kind, g.account || '@example.test', o.id, s.id, g.language, g.state,
     case when g.state = 'disabled' then $1::date - 20 end, case when g.state = 'disabled' then s.id end,
     case when g.state = 'disabled' then $1::date - 20 end
   from (values
     ('in.joiner', '印度新入职促销员', 'India new promoter', 'Promoter', 'app', 'en', 'draft', 'IN-IN', 'in.tl'),
     ('in.leaver', '印度离职销售员', 'India former salesman', 'Salesman', 'pc', 'en', 'disabled', 'IN-IN', 'in.rsm')
   ) as g (account, zh, en, job, kind, language, state, at, superior)
   join organisation o on o.code = g.at join app_user s on s.account = g.superior
   on conflict (account) do nothing`,
)

/** App-only accounts are marked as such. */
const markApp = prepared(
  'seed demo app accounts',
  `update app_user set kind = 'app' where account in ('in.store', 'in.sales') and kind <> 'app'`,
)

export async function seedOtherAccounts(tx: Tx, now: Date): Promise<void> {
  await tx.run(insertAccounts(now))
  await tx.run(markApp())
}
