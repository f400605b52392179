import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '#kernel/platform/db/tx.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type Acted, openTask } from '#test/helpers/company/actor.ts'
import { budgetWorld, INDIA, type World } from '#test/helpers/budget/budget-world.ts'
import { type Answer, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import { fundPool } from '../pool/fund-pool.server.ts'

// A transfer and a revoke compete for one budget's money. Held money belongs to the first submit, so no submitted
// document fails at its last approval; the later submit is refused with the remaining amount.

const GRANT = '/aps/budget/country'
const TRANSFER = '/aps/budget/country/transfer'
const KEY = { countryCode: 'IN', fscId: 'F01', subBusiCode: 'S01', productLineCode: 'P1' }

interface Shown {
  readonly document: { readonly state: string; readonly version: number }
  readonly contentHash: string
  readonly decisionFacts: {
    readonly lines: readonly { readonly available: string; readonly after: string }[]
    readonly pending: readonly { readonly no: string; readonly amount: string }[]
  }
}

let world: World
let server: DemoServer
let codes: Readonly<Record<string, string>>

beforeAll(async () => {
  const url = await testDatabase()
  world = await budgetWorld(url)
  server = await demoServer(url)
  // Two data centres that share a pool and a currency: budgets may move between them, and headquarters is the last step.
  await world.query(`update area set currency = 'INR' where id = 3`)
  await world.query(`insert into project_pool_area (area_id, pool_code) values (3, 'POOL-A')`)
  const granted = await world.submit('in.channel', [
    { projectCode: 'PR-1', amount: '100.00' },
    { projectCode: 'PR-2', amount: '10.00' },
  ])
  await world.approveAll(granted.formInstanceId ?? '')
  const lines = await world.query<{ code: string; project: string }>(
    'select code, project_code as project from budget_line',
  )
  codes = Object.fromEntries(lines.map(({ code, project }) => [project, code]))
})

afterAll(async () => {
  await server?.close()
  await world?.close()
})

const transferOf = (amount: string) => ({
  ...INDIA,
  level: 'country',
  toIdcCode: 'ID',
  toAreaId: 3,
  reason: 'The campaign moved to the other country',
  lines: [{ ...KEY, fromBudgetCode: codes['PR-1'], countryCode: 'ID', projectCode: 'PR-ID', amount }],
})
const revokeOf = (amount: string) => ({
  ...INDIA,
  applyType: 'revoke',
  reason: 'The project gives back what it does not need',
  lines: [{ ...KEY, projectCode: 'PR-1', budgetCode: codes['PR-1'], amount }],
})

/** Only a person who sees both areas can transfer between them. */
const drafterOf = (api: string) => (api === TRANSFER ? 'admin' : 'in.channel')
const submit = (api: string, content: object): Promise<Answer<Acted>> =>
  server.call<Acted>(drafterOf(api), `${api}/bpm/template-code`, content)

/** The holder of the open task decides on the content they are shown. */
async function decide(api: string, formInstanceId: string, verb: 'approve' | 'reject' = 'approve', opinion = 'Seen') {
  const { account, ...task } = (await openTask(world.query, formInstanceId))!
  const { data: shown } = await server.call<Shown>(account, `${api}/detail`, { formInstanceId })
  const body = { ...task, contentHash: shown.contentHash, opinion }
  const { status, data, msg } = await server.call<Acted>(account, `${api}/${verb}`, body, 'en', randomUUID())
  expect([status, msg]).toEqual([200, expect.anything()])
  return { ...data, by: account, shown }
}

async function agreeToAll(api: string, formInstanceId: string): Promise<void> {
  while ((await decide(api, formInstanceId)).state !== 'approved');
}

const moneyOf = async (project: string) => {
  const { avl, hld, revoked } = await world.account('line', codes[project]!)
  return { avl, hld, revoked }
}

async function sound(): Promise<void> {
  expect(await brokenInvariants(world.query)).toEqual([])
  expect(await world.replay()).toEqual([])
}

describe('a transfer and a revoke of the same budget', () => {
  let transfer: Acted

  it('a revoke that wants the money a transfer holds is refused with the remaining amount', async () => {
    transfer = (await submit(TRANSFER, transferOf('60.00'))).data
    const first = await decide(TRANSFER, transfer.formInstanceId)
    const second = await decide(TRANSFER, transfer.formInstanceId)
    expect([first.by, second.by].toSorted()).toEqual(['id.manager', 'in.manager'])
    expect(second.state).toBe('underApproval')
    expect(await moneyOf('PR-1')).toEqual({ avl: '40.00', hld: '60.00', revoked: '0.00' })
    const refused = await submit(GRANT, revokeOf('100.00'))
    expect(refused).toMatchObject({ status: 400, error: { key: 'budget.exceedsLine', field: 'amount' } })
    expect(refused.msg).toContain('100.00')
    expect(refused.msg).toContain('40.00')
    await sound()
  })

  it('the next approver of a transfer sees the pending revoke of the giving budget', async () => {
    const { data: revoke } = await submit(GRANT, revokeOf('40.00'))
    const { data: running } = await server.call<Shown>('in.regfinance', `${TRANSFER}/detail`, {
      formInstanceId: transfer.formInstanceId,
    })
    expect(running.decisionFacts.pending).toMatchObject([{ no: revoke.no, amount: '40.00' }])
    await agreeToAll(GRANT, revoke.formInstanceId)
    expect(await moneyOf('PR-1')).toEqual({ avl: '0.00', hld: '60.00', revoked: '40.00' })
    const { data: shown } = await server.call<Shown>('in.regfinance', `${TRANSFER}/detail`, {
      formInstanceId: transfer.formInstanceId,
    })
    expect(shown.decisionFacts).toMatchObject({ lines: [{ available: '60.00', after: '0.00' }], pending: [] })
  })

  it('a transfer rejected after two approvals releases its amount and tells the drafter why', async () => {
    const why = 'The giver was revoked to nothing: revoke the rest too'
    const refused = await decide(TRANSFER, transfer.formInstanceId, 'reject', why)
    expect(refused).toMatchObject({ state: 'rejected', by: 'in.regfinance' })
    expect(await moneyOf('PR-1')).toEqual({ avl: '60.00', hld: '0.00', revoked: '40.00' })
    const act = (
      await world.query<{ opinion: string }>(`select opinion from approval_act where document_id = $1 order by id`, [
        transfer.id,
      ])
    ).at(-1)
    expect(act).toEqual({ opinion: why })
    await sound()
  })

  it('a transfer that is submitted again after the rest was revoked is refused', async () => {
    const { data: rest } = await submit(GRANT, revokeOf('60.00'))
    await agreeToAll(GRANT, rest.formInstanceId)
    const { data } = await server.call<Shown>('admin', `${TRANSFER}/detail`, { no: transfer.no })
    const again = { ...transferOf('60.00'), id: transfer.id, version: data.document.version }
    const refused = await submit(TRANSFER, again)
    expect(refused).toMatchObject({ status: 400, error: { key: 'budget.exceedsLine', field: 'amount' } })
    expect(refused.msg).toContain('0.00')
    // Nothing was half done: the state is unchanged, and no round was begun.
    const [head] = await world.query<{ state: string; round: number }>(
      'select state, round from budget_transfer where id = $1',
      [transfer.id],
    )
    expect(head).toEqual({ state: 'rejected', round: 1 })
    expect(await moneyOf('PR-1')).toEqual({ avl: '0.00', hld: '0.00', revoked: '100.00' })
    await sound()
  })

  it('one of a transfer and a revoke submitted at the same moment gets the money', async () => {
    const more = await world.submit('in.channel', [{ projectCode: 'PR-1', amount: '50.00' }])
    await world.approveAll(more.formInstanceId ?? '')
    const answers = await Promise.all([submit(TRANSFER, transferOf('50.00')), submit(GRANT, revokeOf('50.00'))])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
    expect(answers.find(({ status }) => status === 400)?.error).toMatchObject({ key: 'budget.exceedsLine' })
    expect(await moneyOf('PR-1')).toMatchObject({ avl: '0.00', hld: '50.00' })
    await sound()
  })
})

describe('two data centres', () => {
  const INDONESIA = { ...INDIA, idcCode: 'ID', areaId: 3 }
  const gs = (idc: string, call: string) => `/gs/${idc}/oversea/aps/budget/country/${call}`
  const grantedIn = async (account: string, idc: string) =>
    (await server.call<{ currency: string; granted: string }[]>(account, gs(idc, 'sum'))).data.map(
      ({ currency, granted }) => [currency, granted],
    )

  it('two data centres have separate money in pools of the same name', async () => {
    await transaction(world.pool, (tx) =>
      fundPool(tx, {
        areaId: 3,
        year: 2026,
        currency: 'INR',
        projectPoolCode: 'POOL-A',
        amount: '300.00',
        actorId: 1,
        at: world.now,
      }),
    )
    const inIndia = await grantedIn('in.channel', 'IN')
    const line = { ...KEY, countryCode: 'ID', projectCode: 'PR-ID' }
    const ask = (amount: string) =>
      server.call<Acted>('id.channel', `${GRANT}/bpm/template-code`, { ...INDONESIA, lines: [{ ...line, amount }] })
    // The pool has more in India, which does not count for Indonesia.
    expect(await ask('300.01')).toMatchObject({ status: 400, error: { key: 'budget.exceedsPool' } })
    const { data } = await ask('300.00')
    await agreeToAll(GRANT, data.formInstanceId)
    expect(await grantedIn('id.channel', 'ID')).toEqual([['INR', '300.00']])
    expect(await grantedIn('hq.budget', 'ID')).toEqual([['INR', '300.00']])
    expect(await grantedIn('in.channel', 'IN')).toEqual(inIndia)
    expect(inIndia).not.toEqual([['INR', '300.00']])
    await sound()
  })

  it('an application of one data centre cannot use pool, project, currency or money of another', async () => {
    const { data } = await server.call<{ refusals: { key: string }[] }>('in.channel', gs('IN', 'check'), {
      ...INDIA,
      projectPoolCode: 'POOL-X',
      currency: 'IDR',
      lines: [{ ...KEY, projectCode: 'PR-ID', amount: '1.00' }],
    })
    expect(data.refusals.map(({ key }) => key).toSorted()).toEqual([
      'budget.currencyNotOfArea',
      'budget.poolNotFunded',
      'budget.poolNotOfArea',
      'budget.projectUnknown',
    ])
    const foreign = await server.call('in.channel', gs('ID', 'page'))
    const unknown = await server.call('in.channel', gs('XX', 'page'))
    expect([foreign.status, foreign.error]).toEqual([404, unknown.error])
    // A transfer to an area out of scope answers like one to a missing area.
    const crossing = await server.call('in.channel', `${TRANSFER}/bpm/template-code`, transferOf('1.00'))
    expect(crossing.status).not.toBe(200)
  })
})
