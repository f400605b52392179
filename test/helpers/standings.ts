import { demoAccounts } from '#kernel/access/demo-provider/demo-accounts.ts'
import type { World } from './budget-world.ts'

export interface Standing {
  readonly rights: ReadonlySet<string>
  readonly all: boolean
  /** Organisations of the account and below. */
  readonly scope: ReadonlySet<number>
}

/** From the tables alone, the slow way: no recursion in SQL, no session, nothing cached. */
export async function standings(world: Pick<World, 'query'>): Promise<Map<string, Standing>> {
  const held = await world.query<{ account: string; role_code: string; organisation_id: number }>(
    'select account, role_code, organisation_id from user_role r join app_user u on u.id = r.user_id',
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
      const below = organisations
        .map(({ id }) => id)
        .filter((id) => mine.some((row) => isBelow(id, row.organisation_id)))
      return [
        account,
        { rights: new Set(codes), all: mine.some((row) => row.role_code === 'superAdmin'), scope: new Set(below) },
      ]
    }),
  )
}

/** One account for each set of rights that accounts have. */
export function unlikeEachOther(truth: ReadonlyMap<string, Standing>): ReadonlySet<string> {
  const first = new Map<string, string>()
  for (const [account, { rights, all }] of truth) {
    const key = JSON.stringify([all, [...rights].toSorted()])
    if (!first.has(key)) first.set(key, account)
  }
  return new Set(first.values())
}
