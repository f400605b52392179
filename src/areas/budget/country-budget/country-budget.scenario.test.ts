import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reading } from '#kernel/platform/db/tx.ts'
import { loadDocument } from '#kernel/engine/document/load-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { taskOf } from '#test/helpers/company/actor.ts'
import { budgetWorld, INDIA, INDIAN_ROUTE, type World } from '#test/helpers/budget/budget-world.ts'
import { countryBudget } from './country-budget.doc.ts'

let world: World

beforeAll(async () => {
  world = await budgetWorld(await testDatabase())
})

afterAll(async () => {
  await world?.close()
})

const keysOf = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (error) {
    if (error instanceof Refused) return error.refusals.map((refusal) => refusal.key)
    throw error
  }
  return []
}

describe('a grant', () => {
  it('a grant holds the pool at its submit, passes the four levels and is posted once', async () => {
    const before = await world.account('pool', 'POOL-A')
    const submitted = await world.submit('in.channel', [{ amount: '100.00' }, { amount: '50.50', subBusiCode: 'S02' }])
    expect(submitted).toMatchObject({ state: 'underApproval', version: 1, templateCode: 'budget_country' })
    const held = await world.account('pool', 'POOL-A')
    expect([held['avl'], held['hld']]).toEqual([(Number(before['avl']) - 150.5).toFixed(2), '150.50'])

    for (const account of INDIAN_ROUTE.slice(0, 3)) {
      expect(await world.decide(account, 'approve', submitted.formInstanceId!)).toMatchObject({
        state: 'underApproval',
      })
    }
    expect(await world.decide('hq.budget', 'approve', submitted.formInstanceId!)).toMatchObject({
      state: 'approved',
      version: 5,
    })

    const after = await world.account('pool', 'POOL-A')
    expect([after['avl'], after['hld'], after['distributed']]).toEqual([held['avl'], '0.00', '150.50'])
    const lines = await world.query<Record<string, string>>(
      `select l.code, l.state, a.avl, a.granted from budget_line l join budget_account a using (id) order by l.sub_busi_code`,
    )
    expect(lines.map(({ state, avl, granted }) => [state, avl, granted])).toEqual([
      ['open', '100.00', '100.00'],
      ['open', '50.50', '50.50'],
    ])
    expect(await world.replay()).toEqual([])
  })

  it('a rejected grant releases what it held and can be submitted again as a new round', async () => {
    const before = await world.account('pool', 'POOL-A')
    const first = await world.submit('in.channel', [{ amount: '10.00' }])
    await world.decide('in.manager', 'approve', first.formInstanceId!)
    expect(await world.decide('in.regfinance', 'reject', first.formInstanceId!, 'Too early')).toMatchObject({
      state: 'rejected',
    })
    expect(await world.account('pool', 'POOL-A')).toEqual(before)

    const again = await world.submit('in.channel', [{ amount: '12.00' }], {}, { id: first.id, version: 3 })
    expect(again).toMatchObject({ id: first.id, no: first.no, state: 'underApproval', formInstanceId: `${first.id}-2` })
    expect(
      await world.act('in.channel', 'withdraw', { formInstanceId: again.formInstanceId, version: again.version }),
    ).toMatchObject({ state: 'draft' })
    expect(await world.account('pool', 'POOL-A')).toEqual(before)
    expect(await world.replay()).toEqual([])
  })

  it('a grant shows its timeline, and an earlier round under its own link', async () => {
    const answer = await world.submit('in.channel', [{ amount: '1.00' }])
    await world.decide('in.manager', 'approve', answer.formInstanceId!, 'Fine')
    const context = await world.contextOf('in.rsd')
    const document = await reading(world.pool, (tx) =>
      loadDocument(tx, context, countryBudget, { formInstanceId: answer.formInstanceId! }),
    )
    expect(document.approval?.steps.map((step) => [step.key, step.status])).toEqual([
      ['manager', 'done'],
      ['regionalFinance', 'current'],
      ['rsd', 'future'],
      ['hqBudget', 'future'],
    ])
    expect(document.approval?.currentHolder.map((person) => person.account)).toEqual(['in.regfinance'])
    expect(document.approval?.steps[0]?.acts[0]).toMatchObject({
      actor: { account: 'in.manager' },
      act: 'agree',
      opinion: 'Fine',
    })
    await world.act('in.channel', 'withdraw', { formInstanceId: answer.formInstanceId, version: answer.version + 1 })
  })

  it('a grant shows each round with the header it was submitted with', async () => {
    // Whichever round a link names, it says which one is the newest.
    let newest: string | null = null
    const shownTo = async (account: string, formInstanceId: string) => {
      const context = await world.contextOf(account)
      const { wire } = await reading(world.pool, (tx) => loadDocument(tx, context, countryBudget, { formInstanceId }))
      expect(wire['newestFormInstanceId']).toBe(newest)
      return [wire['reason'], wire['totalAmount'], wire['isEarlierRound']]
    }
    const first = await world.submit('in.channel', [{ amount: '3.00' }], { reason: 'First' })
    await world.decide('in.manager', 'reject', first.formInstanceId!, 'No')
    const { id, version } = first
    const again = await world.submit(
      'in.channel',
      [{ amount: '4.00' }],
      { reason: 'Second' },
      { id, version: version + 1 },
    )
    newest = again.formInstanceId
    expect(await shownTo('in.manager', first.formInstanceId!)).toEqual(['First', '3.00', true])
    expect(await shownTo('in.manager', again.formInstanceId!)).toEqual(['Second', '4.00', false])

    // A withdrawn draft with new input is visible to its drafter alone until it is submitted.
    const { formInstanceId } = again
    const back = await world.act('in.channel', 'withdraw', { formInstanceId, version: again.version })
    const raw = { ...INDIA, reason: 'Half a thought', lines: [] }
    await world.act('in.channel', 'save', { id, version: back.version, raw })
    expect(await shownTo('in.manager', again.formInstanceId!)).toEqual(['Second', '4.00', false])
    expect(await shownTo('in.channel', again.formInstanceId!)).toEqual(['Half a thought', null, false])

    // Rounds from before headers were kept with them have none: nothing is shown rather than the draft.
    await world.query('update approval_instance set header = null where document_id = $1', [id])
    for (const { formInstanceId: link } of [first, again])
      expect((await shownTo('in.manager', link!)).slice(0, 2)).toEqual([null, null])
    expect(await shownTo('in.channel', again.formInstanceId!)).toEqual(['Half a thought', null, false])
  })
})

describe('a revoke', () => {
  it('a revoke holds the line, skips headquarters and returns the money to the pool', async () => {
    const [line] = await world.query<{ code: string }>(`select code from budget_line where sub_busi_code = 'S01'`)
    const pool = await world.account('pool', 'POOL-A')
    const submitted = await world.submit('in.channel', [{ amount: '40.00', budgetCode: line!.code }], {
      applyType: 'revoke',
    })
    expect(await world.account('line', line!.code)).toMatchObject({ avl: '60.00', hld: '40.00' })
    expect(await world.approveAll(submitted.formInstanceId!, INDIAN_ROUTE.slice(0, 3))).toMatchObject({
      state: 'approved',
    })
    expect(await world.account('line', line!.code)).toMatchObject({ avl: '60.00', hld: '0.00', revoked: '40.00' })
    expect(Number((await world.account('pool', 'POOL-A'))['avl'])).toBe(Number(pool['avl']) + 40)
    expect(await world.replay()).toEqual([])
  })

  it('a revoke never takes more than is available', async () => {
    const [line] = await world.query<{ code: string }>(`select code from budget_line where sub_busi_code = 'S01'`)
    expect(
      await keysOf(world.submit('in.channel', [{ amount: '60.01', budgetCode: line!.code }], { applyType: 'revoke' })),
    ).toEqual(['budget.exceedsLine'])
    expect(await keysOf(world.submit('in.channel', [{ amount: '1.00' }], { applyType: 'revoke' }))).toEqual([
      'budget.budgetRequired',
    ])
  })
})

describe('refusals of an application', () => {
  it('an application is refused by every rule with field and row', async () => {
    expect(await keysOf(world.submit('in.channel', [{ amount: '999999.00' }]))).toEqual(['budget.exceedsPool'])
    expect(await keysOf(world.submit('in.channel', [{ amount: '1.00' }, { amount: '1.00' }]))).toEqual([
      'budget.duplicateLine',
    ])
    expect(await keysOf(world.submit('in.channel', [{ amount: '1.00', productLineCode: 'I1' }]))).toEqual([
      'budget.mixedProductClass',
    ])
    expect(await keysOf(world.submit('in.channel', [{ amount: '1.00' }], { projectPoolCode: 'POOL-X' }))).toContain(
      'budget.poolNotOfArea',
    )
    expect(
      await keysOf(world.submit('in.channel', [{ amount: '1.00', countryCode: 'ID', projectCode: 'PR-ID' }])),
    ).toContain('budget.countryNotOfArea')
    expect(await keysOf(world.submit('in.channel', [{ amount: '1.00', budgetCode: 'BL999999999' }]))).toEqual([
      'budget.budgetUnknown',
    ])
    for (const [amount, key] of [
      ['', 'required'],
      ['abc', 'notAmount'],
      ['1.234', 'tooManyDecimals'],
      ['1e30', 'notAmount'],
      ['-5', 'notPositive'],
      ['0', 'notPositive'],
      ['9'.repeat(30), 'tooLargeNumber'],
    ] as const) {
      expect(await keysOf(world.submit('in.channel', [{ amount }]))).toEqual([`document.${key}`])
    }
    expect(await keysOf(world.submit('in.channel', []))).toEqual(['document.noLines'])
    expect(
      await keysOf(
        world.submit(
          'in.channel',
          Array.from({ length: 51 }, () => ({ amount: '1' })),
        ),
      ),
    ).toEqual(['document.tooManyLines'])
    expect(await keysOf(world.submit('in.channel', [{ amount: '1' }], { month: 13, reason: '' }))).toEqual([
      'document.outOfRange',
      'document.required',
    ])
  })

  it('an application is refused for a stale version, another drafter, a foreign region or a missing right', async () => {
    const draft = await world.act('in.channel', 'save', {
      raw: { idcCode: 'IN', areaId: 2, lines: [{ amount: 'abc' }] },
    })
    expect(
      await world.act('in.channel', 'save', {
        id: draft.id,
        version: 1,
        raw: { idcCode: 'IN', areaId: 2, reason: 'x', lines: [] },
      }),
    ).toMatchObject({ version: 2 })
    expect(
      await keysOf(world.act('in.channel', 'save', { id: draft.id, version: 1, raw: { idcCode: 'IN', areaId: 2 } })),
    ).toEqual(['document.stale'])
    expect(
      await keysOf(world.act('in.regfinance', 'save', { id: draft.id, version: 2, raw: { idcCode: 'IN', areaId: 2 } })),
    ).toEqual(['document.notYours'])
    expect(
      await keysOf(world.act('id.channel', 'save', { id: draft.id, version: 2, raw: { idcCode: 'ID', areaId: 3 } })),
    ).toEqual(['document.notFound'])
    expect(await keysOf(world.submit('id.channel', [{ amount: '1' }]))).toEqual(['document.notFound'])
    expect(await keysOf(world.submit('in.manager', [{ amount: '1' }]))).toEqual(['http.forbidden'])
    expect(await keysOf(world.submit('nomenu', [{ amount: '1' }]))).toEqual(['http.forbidden'])
  })

  it('an approval is refused to the drafter, to a person acting twice and to anyone without the task', async () => {
    const own = await world.submit('in.regfinance', [{ amount: '1.00' }])
    await world.decide('in.manager', 'approve', own.formInstanceId!)
    // Regional finance is the drafter, so the step moved up to the RSD.
    expect(await keysOf(world.decide('in.regfinance', 'approve', own.formInstanceId!))).toEqual([
      'approval.notYourTask',
    ])
    expect(await keysOf(world.decide('in.manager', 'approve', own.formInstanceId!))).toEqual(['approval.taskDone'])
    expect(await keysOf(world.decide('id.manager', 'approve', own.formInstanceId!))).toEqual(['document.notFound'])
    expect(await world.decide('in.rsd', 'approve', own.formInstanceId!)).toMatchObject({ state: 'underApproval' })
    expect(await world.decide('hq.budget', 'approve', own.formInstanceId!)).toMatchObject({ state: 'approved' })
  })

  it('a decision is refused without an opinion or on content that was not shown', async () => {
    const { formInstanceId } = await world.submit('in.channel', [{ amount: '1.00' }])
    const task = await taskOf(world.query, formInstanceId!, 'in.manager')
    expect(await keysOf(world.decide('in.manager', 'approve', formInstanceId!, ''))).toEqual([
      'approval.opinionRequired',
    ])
    expect(await keysOf(world.decide('in.manager', 'reject', formInstanceId!, ' '.trim()))).toEqual([
      'approval.reasonRequired',
    ])
    expect(
      await keysOf(
        world.act('in.manager', 'approve', {
          formInstanceId,
          taskId: task!.taskId,
          contentHash: 'other',
          opinion: 'ok',
        }),
      ),
    ).toEqual(['approval.contentChanged'])
  })
})

describe('repeated and simultaneous applications', () => {
  it('a repeated key gets the first answer, and is refused for other content', async () => {
    const raw = { applyType: 'grant', idcCode: 'IN', areaId: 2, lines: [] }
    const first = await world.act('in.channel', 'save', { raw }, 'key-1')
    const repeats = await Promise.all(
      Array.from({ length: 8 }, () => world.act('in.channel', 'save', { raw }, 'key-1')),
    )
    for (const repeat of repeats) expect(repeat).toEqual(first)
    expect(await keysOf(world.act('in.channel', 'save', { raw: { ...raw, reason: 'other' } }, 'key-1'))).toEqual([
      'http.idempotencyKeyReused',
    ])
  })

  it('parallel submits succeed exactly as often as the pool can pay', async () => {
    const pool = await world.account('pool', 'POOL-B')
    const spare = Number(pool['avl']) - 60
    await world.submit('in.channel', [{ amount: spare.toFixed(2) }], { projectPoolCode: 'POOL-B' })
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () =>
        keysOf(world.submit('in.channel', [{ amount: '1.00' }], { projectPoolCode: 'POOL-B' })),
      ),
    )
    expect(outcomes.filter((keys) => keys.length === 0)).toHaveLength(60)
    expect(outcomes.filter((keys) => keys[0] === 'budget.exceedsPool')).toHaveLength(40)
    expect(await world.account('pool', 'POOL-B')).toMatchObject({ avl: '0.00', hld: '1000.00' })
    expect(await world.replay()).toEqual([])
  })
})

describe('append-only tables', () => {
  it.each(['ledger_journal', 'ledger_posting', 'audit_entry', 'audit_checkpoint', 'approval_act'])(
    'rows of the table %s cannot be deleted',
    async (table) => {
      await expect(world.query(`delete from ${table}`)).rejects.toThrow(`${table} is append-only`)
      await expect(world.query(`truncate ${table} cascade`)).rejects.toThrow('is append-only')
    },
  )
})
