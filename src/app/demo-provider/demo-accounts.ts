import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { seedLines } from './demo-lines.ts'
import { passwordHash } from './password.ts'

/** A role held at a node of the organisation tree, named by the node's code. */
interface HeldRole {
  readonly role: string
  readonly at: string
}

/** An account of the demonstration: a job, not a real person. */
export interface DemoAccount {
  readonly account: string
  readonly nameZh: string
  readonly nameEn: string
  /** The name of the role, so that it can be shown in every language. */
  readonly jobTitle: string
  readonly roles: readonly HeldRole[]
}

export const DEMO_PASSWORD = 'demo'

/** Reserved for tests (RFC 2606): mail to it reaches nobody. */
const DEMO_MAIL_DOMAIN = 'example.test'

/** Regions without demonstration accounts of their own: headquarters acts there, so that no step is empty. */
const WITHOUT_PEOPLE = ['EU', 'SEA', 'MEA', 'CIS', 'LATAM', 'CN']

function acting(...roles: readonly string[]): HeldRole[] {
  return WITHOUT_PEOPLE.flatMap((at) => held(at, ...roles))
}

function held(at: string, ...roles: readonly string[]): HeldRole[] {
  return roles.map((role) => ({ role, at }))
}

function account(
  name: string,
  nameZh: string,
  nameEn: string,
  jobTitle: string,
  roles: readonly HeldRole[],
): DemoAccount {
  return { account: name, nameZh, nameEn, jobTitle, roles }
}

interface Job {
  readonly suffix: string
  readonly role: string
  /** Further levels and jobs of the routes that the same account represents. */
  readonly also?: readonly string[]
  readonly zh: string
  readonly en: string
}

const regionalJobs: readonly Job[] = [
  { suffix: 'channel', role: 'channelManager', zh: '渠道经理', en: 'Channel Manager' },
  { suffix: 'manager', role: 'manager', also: ['firstLevel'], zh: '经理', en: 'Manager' },
  { suffix: 'rsm', role: 'rsm', also: ['secondLevel'], zh: '区域销售经理 RSM', en: 'RSM' },
  { suffix: 'rcsm', role: 'rcsm', also: ['secondLevel'], zh: '区域渠道销售经理 RCSM', en: 'RCSM' },
  {
    suffix: 'finance',
    role: 'countryFinance',
    also: ['financeManager', 'settlementFinance'],
    zh: '国家财务',
    en: 'Country Finance',
  },
  { suffix: 'rsd', role: 'rsd', zh: '区域销售总监 RSD', en: 'RSD' },
  { suffix: 'regfinance', role: 'regionalFinance', zh: '大区财务总监', en: 'Regional Finance Director' },
]

const indianJobs: readonly Job[] = [
  { suffix: 'tl', role: 'tl', also: ['firstLevel'], zh: '团队主管 TL', en: 'TL' },
  { suffix: 'sales', role: 'sales', zh: '销售员', en: 'Salesman' },
  { suffix: 'dist', role: 'distributor', zh: '经销商员工', en: 'Distributor Staff' },
  { suffix: 'store', role: 'store', zh: '店长 / 促销员', en: 'Store Manager / Promoter' },
]

function inRegion(prefix: string, at: string, zh: string, en: string, jobs: readonly Job[]): DemoAccount[] {
  return jobs.map((job) =>
    account(
      `${prefix}.${job.suffix}`,
      `${zh}${job.zh}`,
      `${job.en}, ${en}`,
      job.en,
      [job.role, ...(job.also ?? [])].map((role) => ({ role, at })),
    ),
  )
}

function atHeadquarters(
  name: string,
  role: string,
  zh: string,
  en: string,
  also: readonly HeldRole[] = [],
  jobTitle = en,
): DemoAccount {
  return account(name, zh, en, jobTitle, [{ role, at: 'HQ' }, ...also])
}

/** Every account of the demonstration company, in the order of the sign-in page. */
export const demoAccounts: readonly DemoAccount[] = [
  atHeadquarters('admin', 'superAdmin', '超级管理员', 'Super Administrator'),
  ...inRegion('in', 'IN', '印度', 'India', [...regionalJobs, ...indianJobs]),
  ...inRegion('id', 'ID', '印尼', 'Indonesia', regionalJobs),
  atHeadquarters('hq.budget', 'hqBudget', '总部预算负责人', 'HQ Budget Owner', [
    ...held('HQ', 'marketing', 'businessFinance', 'arAccountant', 'billing', 'legal', 'treasury'),
    ...acting('channelManager', 'rsm', 'rcsm', 'secondLevel'),
  ]),
  atHeadquarters('hq.pricing', 'hqPricing', '总部定价', 'HQ Pricing', [
    ...held('HQ', 'hqOwner', 'imeiAdmin'),
    ...acting('firstLevel', 'manager', 'rsd'),
  ]),
  atHeadquarters('hq.finance', 'hqFinance', '总部财务', 'HQ Finance', [
    ...held('HQ', 'tax', 'treasury'),
    ...acting('countryFinance', 'financeManager', 'settlementFinance', 'regionalFinance'),
  ]),
  atHeadquarters('hq.it', 'itAdmin', '系统管理员', 'Administrator'),
  atHeadquarters('hq.it2', 'itAdmin', '系统管理员二', 'Second Administrator', [], 'Administrator'),
  atHeadquarters('hq.auditor', 'auditor', '审计员', 'Auditor'),
  account('nomenu', '无菜单账号', 'Account without Menu', 'Guest', []),
]

const insertUsers = prepared(
  'seed demo users',
  `insert into app_user (account, name_zh, name_en, job_title, organisation_id, email)
   select a, zh, en, job, o.id, a || '@${DEMO_MAIL_DOMAIN}'
   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) with ordinality as u (a, zh, en, job, at, place)
   join organisation o on o.code = u.at order by u.place
   on conflict (account) do nothing`,
)

const insertIdentities = prepared(
  'seed demo identities',
  `insert into demo_identity (user_id, password_hash) select id, $2 from app_user where account = any($1) on conflict do nothing`,
)

const insertRoles = prepared(
  'seed demo roles',
  `insert into user_role (user_id, role_code, organisation_id)
   select u.id, held.role, o.id
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as held (account, role, at, position)
     join app_user u on u.account = held.account join organisation o on o.code = held.at
   on conflict do nothing`,
)

/** Inserts the accounts with their roles; the organisation tree must exist. Running it again changes nothing. */
export async function seedAccounts(tx: Tx): Promise<void> {
  const accounts = demoAccounts.map((one) => one.account)
  const rows = demoAccounts.flatMap((one) => one.roles.map((role) => [one.account, role.role, role.at] as const))
  await tx.run(
    insertUsers(
      accounts,
      demoAccounts.map((one) => one.nameZh),
      demoAccounts.map((one) => one.nameEn),
      demoAccounts.map((one) => one.jobTitle),
      // A person's organisation is the region whose role they hold; without a role it is headquarters.
      demoAccounts.map((one) => one.roles[0]?.at ?? 'HQ'),
    ),
  )
  // One password, one hash: the sign-in page shows it anyway.
  await tx.run(insertIdentities(accounts, await passwordHash(DEMO_PASSWORD)))
  const written = await tx.run(
    insertRoles(
      rows.map(([name]) => name),
      rows.map(([, role]) => role),
      rows.map(([, , at]) => at),
    ),
  )
  if (written !== rows.length && written !== 0)
    throw new Error(`only ${written} of ${rows.length} demonstration roles found their organisation`)
  await seedLines(tx)
}
