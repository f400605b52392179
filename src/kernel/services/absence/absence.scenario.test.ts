import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { registerTexts } from '#kernel/base/i18n/texts.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetArea } from '#areas/budget/budget.area.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { absenceRoutes } from './absence.routes.ts'

// People who go away name a substitute; contradictory absences are refused.

let world: World
const routes = absenceRoutes([countryBudgetDocument])

beforeAll(async () => {
  registerTexts(budgetArea.name, budgetArea.texts)
  world = await budgetWorld(await testDatabase())
})
afterAll(() => world?.close())

async function call<T>(account: string, path: string, body: object = {}): Promise<T> {
  const route = routes.find((one: Route) => one.path === `/aps/bpm/absence/${path}`)!
  const context = await world.contextOf(account)
  const input = { body, query: {}, params: {}, file: null }
  return (await transaction(world.pool, (tx) => route.handler(tx as never, context, input as never))) as T
}

const away = (account: string, substitute: string, more: object = {}) =>
  call<{ id: string }>(account, 'save', {
    substitute,
    startsAt: '2026-11-22T00:00:00Z',
    endsAt: '2026-11-25T00:00:00Z',
    ...more,
  })

interface Shown {
  readonly records: readonly {
    readonly id: string
    readonly state: string
    readonly substitute: { account: string }
    readonly principal: { account: string }
  }[]
}
const list = async (account: string, whose: string) =>
  (await call<Shown>(account, 'queryPage', { whose })).records.map((row) => [
    row.principal.account,
    row.substitute.account,
    row.state,
  ])

async function refused(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.then(() => null).catch((cause: unknown) => cause)
  if (!(error instanceof Refused)) throw new Error(`not refused: ${String(error)}`)
  return error.first.key
}

describe('an absence', () => {
  it('an absence is set by the absent person, seen by both, and ended by the absent person', async () => {
    const { id } = await away('in.manager', 'in.rsd')
    expect(await list('in.manager', 'mine')).toEqual([['in.manager', 'in.rsd', 'planned']])
    expect(await list('in.rsd', 'substitute')).toEqual([['in.manager', 'in.rsd', 'planned']])
    expect(await list('in.rsd', 'mine')).toEqual([])
    expect(await refused(call('in.rsd', 'revoke', { id }))).toBe('absence.notFound')
    world.now = new Date('2026-11-23T00:00:00Z')
    expect(await list('in.manager', 'mine')).toEqual([['in.manager', 'in.rsd', 'active']])
    await call('in.manager', 'revoke', { id })
    expect(await list('in.manager', 'mine')).toEqual([['in.manager', 'in.rsd', 'revoked']])
    expect(await refused(call('in.manager', 'revoke', { id }))).toBe('absence.alreadyOver')
    world.now = new Date('2026-11-21T08:00:00Z')
  })

  it('an absence of another person is set and listed by administrators only', async () => {
    expect(await refused(away('in.rsd', 'in.tl', { account: 'in.rsm' }))).toBe('http.forbidden')
    const { id } = await away('hq.it', 'in.rsd', { account: 'in.regfinance' })
    expect(await list('in.regfinance', 'mine')).toEqual([['in.regfinance', 'in.rsd', 'planned']])
    expect(await refused(call('in.rsd', 'queryPage', { whose: 'all' }))).toBe('http.forbidden')
    expect((await list('hq.it', 'all')).map(([principal]) => principal)).toContain('in.regfinance')
    await call('hq.it', 'revoke', { id })
  })

  it('an absence is refused with a substitute who lacks the right, does not exist or does not work there', async () => {
    expect(await refused(away('in.manager', 'in.manager'))).toBe('absence.oneself')
    expect(await refused(away('in.manager', 'nobody.at.all'))).toBe('absence.personUnknown')
    expect(await refused(away('in.manager', 'nomenu'))).toBe('absence.holdsNoTasks')
    expect(await refused(away('in.manager', 'in.channel'))).toBe('absence.lacksRight')
    expect(await refused(away('in.manager', 'id.manager'))).toBe('absence.outside')
    expect(await refused(away('in.manager', 'in.rsd', { organisation: 'ID' }))).toBe('absence.organisationUnknown')
    expect(await refused(away('in.manager', 'in.rsd', { amountLimit: '5', currency: 'ZZZ' }))).toBe(
      'absence.currencyUnknown',
    )
  })

  it('an absence is refused when it would overlap another one or form a cycle', async () => {
    await away('in.manager', 'in.rsd', { documentTypes: ['countryBudget'], amountLimit: '500.00', currency: 'INR' })
    expect(await refused(away('in.manager', 'in.regfinance'))).toBe('absence.overlaps')
    await away('in.manager', 'in.regfinance', { startsAt: '2026-11-25T00:00:00Z', endsAt: '2026-11-26T00:00:00Z' })
    expect(await refused(away('in.rsd', 'in.manager'))).toBe('absence.circle')
    await away('in.rsd', 'in.regfinance')
    expect(await refused(away('in.regfinance', 'in.manager'))).toBe('absence.circle')
  })

  it('two people name each other as substitutes at the same moment, and only one succeeds', async () => {
    const period = { startsAt: '2026-12-01T00:00:00Z', endsAt: '2026-12-02T00:00:00Z' }
    const both = await Promise.allSettled([away('in.manager', 'in.rsd', period), away('in.rsd', 'in.manager', period)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})
