import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** Jobs and their superiors, named by the second half of the accounts (`in.sales`, `in.tl`); the last superior is at headquarters. */
const WITHIN: readonly (readonly [job: string, superior: string])[] = [
  ['sales', 'tl'],
  ['store', 'tl'],
  ['dist', 'channel'],
  ['tl', 'manager'],
  ['channel', 'manager'],
  ['manager', 'rsm'],
  ['rsm', 'rsd'],
  ['rcsm', 'rsd'],
  ['finance', 'regfinance'],
]

const REGIONS = ['in', 'id']

/** Lines of people: account and superior. */
const SUPERIORS: readonly (readonly [account: string, superior: string])[] = [
  ...REGIONS.flatMap((region) => [
    ...WITHIN.map(([job, superior]) => [`${region}.${job}`, `${region}.${superior}`] as const),
    [`${region}.rsd`, 'hq.budget'] as const,
    [`${region}.regfinance`, 'hq.finance'] as const,
  ]),
  ['hq.budget', 'hq.finance'],
  ['hq.pricing', 'hq.finance'],
  ['hq.it2', 'hq.it'],
]

/** Heads of organisations; a country without one has its region's head. */
const HEADS: readonly (readonly [organisation: string, head: string])[] = [
  ['HQ', 'hq.finance'],
  ['IN', 'in.rsd'],
  ['ID', 'id.rsd'],
  ...['EU', 'SEA', 'MEA', 'CIS', 'LATAM', 'CN'].map((region) => [region, 'hq.pricing'] as const),
]

const setSuperiors = prepared(
  'seed demo superiors',
  `update app_user u set superior_id = s.id from unnest($1::text[], $2::text[]) line (account, superior)
   join app_user s on s.account = line.superior where u.account = line.account and u.superior_id is null`,
)
const setHeads = prepared(
  'seed demo heads',
  `update organisation o set head_id = u.id from unnest($1::text[], $2::text[]) head (code, account)
   join app_user u on u.account = head.account where o.code = head.code and o.head_id is null`,
)

/** Sets superiors for escalation and heads of organisations; the accounts must exist. Running it again changes nothing. */
export async function seedLines(tx: Tx): Promise<void> {
  await tx.run(
    setSuperiors(
      SUPERIORS.map(([account]) => account),
      SUPERIORS.map(([, superior]) => superior),
    ),
  )
  await tx.run(
    setHeads(
      HEADS.map(([code]) => code),
      HEADS.map(([, head]) => head),
    ),
  )
}
