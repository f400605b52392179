import { demoAccounts } from '#app/demo-provider/demo-accounts.ts'
import { rightsOf, type SchemeRights } from '#areas/scheme/shared/scheme-document.ts'
import { SCHEME_SEGMENTS } from '#areas/scheme/scheme.documents.ts'
import type { World } from '../../helpers/budget/budget-world.ts'

export interface ReferenceGrants {
  readonly rights: ReadonlySet<string>
  readonly all: boolean
  /** Organisations of the account and below, whatever it may do there. */
  readonly scope: ReadonlySet<number>
  /** Organisations for which it holds a right. */
  readonly scopeOf: (right: string) => ReadonlySet<number>
}

/** From the tables alone, the slow way: no recursion in SQL, no session, nothing cached. */
export async function referenceGrants(world: Pick<World, 'query'>): Promise<Map<string, ReferenceGrants>> {
  const held = await world.query<{ account: string; role_code: string; organisation_id: number }>(
    'select u.account, r.role_code, r.organisation_id from user_role r join app_user u on u.id = r.user_id',
  )
  const rights = await world.query<{ role_code: string; right_code: string }>(
    'select role_code, right_code from role_right',
  )
  const organisations = await world.query<{ id: number; parent_id: number | null }>(
    'select id, parent_id from organisation',
  )
  const parents = new Map(organisations.map(({ id, parent_id }) => [id, parent_id]))
  const isBelow = (id: number | null, top: number): boolean =>
    id === top || (id !== null && isBelow(parents.get(id) ?? null, top))
  return new Map(
    demoAccounts.map(({ account }) => {
      const mine = held.filter((row) => row.account === account)
      const codes = rights
        .filter((right) => mine.some((row) => row.role_code === right.role_code))
        .map((right) => right.right_code)
      const below = (rows: typeof mine) =>
        new Set(organisations.map(({ id }) => id).filter((id) => rows.some((row) => isBelow(id, row.organisation_id))))
      const carries = (role: string, right: string) =>
        rights.some(({ role_code, right_code }) => role_code === role && right_code === right)
      const scopeOf = (right: string) => below(mine.filter(({ role_code }) => carries(role_code, right)))
      const all = mine.some((row) => row.role_code === 'superAdmin')
      return [account, { rights: new Set(codes), all, scope: below(mine), scopeOf }]
    }),
  )
}

/** The rights of every document of schemes. */
const schemes = (what: keyof SchemeRights) => SCHEME_SEGMENTS.map((route) => rightsOf(route)[what])

/** The same of the documents of prices. */
const prices = (what: string) => ['price.review', 'price.application'].map((rights) => `${rights}.${what}`)

/** Calls for every type of document: who holds none of the types' rights is refused at once. */
export const ANY_OF: Readonly<Record<string, readonly string[]>> = {
  '/aps/common/flow/retry': ['budget.country.retry', 'approval.administer', ...prices('retry'), ...schemes('retry')],
  ...Object.fromEntries(
    ['return', 'transfer', 'delegate', 'answer', 'add-signer', 'remove-signer'].map((verb) => [
      `/aps/bpm/task/${verb}`,
      [
        'budget.country.approve',
        'change.record.approve',
        'device.transfer.approve',
        ...prices('approve'),
        ...schemes('approve'),
      ],
    ]),
  ),
  '/aps/bpm/preview': [
    'budget.country.submit',
    'change.record.submit',
    'device.transfer.submit',
    ...prices('submit'),
    ...schemes('submit'),
  ],
  '/aps/bpm/task/urge': [
    'budget.country.submit',
    'change.record.submit',
    'device.transfer.submit',
    ...prices('submit'),
    ...schemes('submit'),
  ],
  '/aps/bpm/task/terminate': ['approval.administer'],
}
