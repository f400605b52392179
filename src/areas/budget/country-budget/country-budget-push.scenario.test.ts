import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { registerDocument } from '#kernel/engine/document/server-document.ts'
import { effectRoutes } from '#kernel/services/effect-delivery/effects.routes.ts'
import { effectsOfAction } from '#kernel/engine/effects/effect-store.ts'
import { BACK_OFF, type EffectServices, runDueEffects } from '#kernel/services/effect-delivery/run-effects.ts'
import { soleTarget } from '#kernel/services/effect-delivery/run-effects.ts'
import { readPage } from '#kernel/platform/db/page.ts'
import { reading, transaction } from '#kernel/platform/db/tx.ts'
import { listPage } from '#kernel/engine/document/list/list-query.ts'
import { loadDocument } from '#kernel/engine/document/load-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { type FinanceSystem, financeSystem, isSigned } from '#test/helpers/budget/reserve-world.ts'
import { countryBudget } from './country-budget.doc.ts'
import { countryBudgetDocument } from './country-budget.plans.ts'

const SECRET = 'known-to-both-sides'

let world: World
let finance: FinanceSystem
let services: EffectServices

beforeAll(async () => {
  world = await budgetWorld(await testDatabase(), '100000.00', 8)
  finance = await financeSystem()
  services = {
    pool: world.pool,
    documents: [countryBudgetDocument],
    targets: { finance: soleTarget({ url: finance.url, secret: SECRET, timeoutSeconds: 1 }), dataCentre: new Map() },
    now: () => world.now,
  }
})

afterAll(async () => {
  await finance?.close()
  await world?.close()
})

afterEach(async () => {
  // Each test begins without due work and with a working finance system.
  await world.query(
    `update document_effect set state = 'nonPush', next_attempt_at = null where next_attempt_at is not null`,
  )
  finance.received.length = 0
  finance.answers({ status: 200, text: '{"reference":"FIN-1"}' })
})

async function approved(amount = '12.50') {
  const submitted = await world.submit('in.channel', [{ amount }])
  await world.approveAll(submitted.formInstanceId ?? '')
  return { id: submitted.id, no: submitted.no, formInstanceId: submitted.formInstanceId ?? '' }
}

interface Effect {
  readonly state: string
  readonly attempts: number
  readonly next_attempt_at: Date | null
  readonly last_error: { readonly key: string; readonly params: object } | null
  readonly reference: string | null
}

async function effectOf(id: string): Promise<Effect> {
  const [effect] = await world.query<Effect>('select * from document_effect where document_id = $1', [id])
  if (!effect) throw new Error('no side effect')
  return effect
}

function later(seconds: number): void {
  world.now = new Date(world.now.getTime() + seconds * 1000)
}

const retry = (account: string, formInstanceId: string, key?: string) =>
  world.act(account, 'retry', { formInstanceId, opinion: 'Finance is up again' }, key)

async function refusalOf(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refused)) throw new Error('it was not refused', { cause: error })
  return error.first.key
}

it('an approved budget is pushed to finance once, signed, with exactly the approved content', async () => {
  const submitted = await world.submit('in.channel', [{ amount: '12.50' }])
  const form = submitted.formInstanceId ?? ''
  await world.approveAll(form, ['in.manager', 'in.regfinance', 'in.rsd'])
  expect(await world.query('select 1 from document_effect where document_id = $1', [submitted.id])).toEqual([])
  await world.decide('hq.budget', 'approve', form)
  expect(await effectOf(submitted.id)).toMatchObject({ state: 'pendingPushed', attempts: 0 })

  await runDueEffects(services)
  await runDueEffects(services)

  expect(finance.received).toHaveLength(1)
  const message = finance.received[0]!
  expect(isSigned(message, SECRET)).toBe(true)
  expect(isSigned({ ...message, body: message.body.replace('12.50', '99.50') }, SECRET)).toBe(false)
  expect(message.key).toBe(`countryBudget:${submitted.id}:1:0:financePush`)
  expect(JSON.parse(message.body)).toMatchObject({
    key: message.key,
    documentType: 'countryBudget',
    no: submitted.no,
    applyType: 'grant',
    totalAmount: '12.50',
    currency: 'INR',
    lines: [{ lineNo: 1, countryCode: 'IN', amount: '12.50' }],
  })
  expect(await effectOf(submitted.id)).toMatchObject({
    state: 'succeededPushed',
    reference: 'FIN-1',
    next_attempt_at: null,
  })
})

it('a rejected or withdrawn application is not pushed to finance', async () => {
  const rejected = await world.submit('in.channel', [{ amount: '1.00' }])
  await world.decide('in.manager', 'reject', rejected.formInstanceId ?? '', 'Too early')
  const withdrawn = await world.submit('in.channel', [{ amount: '1.00' }])
  await world.act('in.channel', 'withdraw', {
    formInstanceId: withdrawn.formInstanceId,
    version: withdrawn.version,
  })
  const ids = [rejected.id, withdrawn.id]
  expect(await world.query('select 1 from document_effect where document_id = any ($1)', [ids])).toEqual([])
})

it('a push is tried again with growing pauses while finance is down, then given up with a reason', async () => {
  const { id } = await approved()
  finance.answers({ status: 503 })
  for (const pause of BACK_OFF) {
    await runDueEffects(services)
    const { state, next_attempt_at: next } = await effectOf(id)
    expect([state, (next?.getTime() ?? 0) - world.now.getTime()]).toEqual(['pendingPushed', pause * 1000])
    later(pause - 1)
    const before = finance.received.length
    await runDueEffects(services)
    expect(finance.received).toHaveLength(before)
    later(1)
  }
  await runDueEffects(services)
  expect(await effectOf(id)).toMatchObject({
    state: 'failedPushed',
    attempts: BACK_OFF.length + 1,
    last_error: { key: 'effects.unavailable', params: { status: 503 } },
  })
  later(86_400)
  await runDueEffects(services)
  expect(finance.received).toHaveLength(BACK_OFF.length + 1)
  expect(new Set(finance.received.map(({ key, body }) => key + body)).size, 'every attempt says the same').toBe(1)
})

it('a push waits as long as finance asks for and never less than its own pause', async () => {
  const { id } = await approved()
  finance.answers({ status: 429, retryAfter: 300 })
  await runDueEffects(services)
  const { next_attempt_at: next } = await effectOf(id)
  expect((next?.getTime() ?? 0) - world.now.getTime()).toBe(300_000)
})

it.each([
  ['silence', 'effects.timeout'],
  ['hang up', 'effects.unreachable'],
] as const)('a push treats %s as a failure that may pass', async (answer, key) => {
  const { id } = await approved()
  finance.answers(answer)
  await runDueEffects(services)
  expect(await effectOf(id)).toMatchObject({ state: 'pendingPushed', attempts: 1, last_error: { key } })
})

it.each([400, 404, 422, 302])('a push is given up at once when finance refuses it with %i', async (status) => {
  const { id } = await approved()
  finance.answers({ status, text: 'No such department' })
  await runDueEffects(services)
  expect(await effectOf(id)).toMatchObject({
    state: 'failedPushed',
    attempts: 1,
    last_error: { key: 'effects.refused', params: { status, answer: 'No such department' } },
  })
})

it('nothing is pushed where no finance system is configured, and the push says so', async () => {
  const { id, formInstanceId } = await approved()
  await runDueEffects({ ...services, targets: { finance: soleTarget(null), dataCentre: new Map() } })
  expect(await effectOf(id)).toMatchObject({ state: 'nonPush', attempts: 0, next_attempt_at: null })
  await runDueEffects(services)
  expect(finance.received).toEqual([])
  expect(await refusalOf(retry('hq.budget', formInstanceId))).toBe('axis.notNow')
})

it('a retry repeats only failed pushes, is shown in the timeline, and does nothing when repeated', async () => {
  const failing = await approved()
  const fine = await approved()
  finance.answers({ status: 400, text: 'Unknown' })
  await world.query(
    `update document_effect set state = 'succeededPushed', next_attempt_at = null where document_id = $1`,
    [fine.id],
  )
  await runDueEffects(services)
  finance.answers({ status: 200 })

  expect(await refusalOf(retry('hq.budget', fine.formInstanceId))).toBe('axis.notNow')
  expect(await refusalOf(retry('in.channel', failing.formInstanceId))).toBe('http.forbidden')
  expect(await refusalOf(retry('id.finance', failing.formInstanceId))).toBe('document.notFound')

  const key = randomUUID()
  const first = await retry('in.finance', failing.formInstanceId, key)
  expect(first.state).toBe('approved')
  expect(await retry('in.finance', failing.formInstanceId, key)).toEqual(first)
  expect(await refusalOf(retry('hq.budget', failing.formInstanceId))).toBe('axis.notNow')
  expect(
    await world.query(`select opinion from document_act where document_id = $1 and action = 'retry'`, [failing.id]),
  ).toEqual([{ opinion: 'Finance is up again' }])
  expect(
    await world.query(`select 1 as one from audit_entry where document_id = $1 and action = 'retry'`, [failing.id]),
  ).toEqual([{ one: 1 }])

  finance.received.length = 0
  await runDueEffects(services)
  expect(finance.received.map((message) => message.key)).toEqual([`countryBudget:${failing.id}:1:0:financePush`])
  expect(await effectOf(failing.id)).toMatchObject({ state: 'succeededPushed', attempts: 1 })
  expect(await refusalOf(retry('hq.budget', failing.formInstanceId))).toBe('axis.notNow')
  expect(await world.replay()).toEqual([])
})

it('the list and the page show the state of a push, and a retry is offered to those who may', async () => {
  const failing = await approved()
  const fine = await approved()
  finance.answers({ status: 400, text: 'Unknown' })
  await world.query(
    `update document_effect set state = 'succeededPushed', next_attempt_at = null where document_id = $1`,
    [fine.id],
  )
  await runDueEffects(services)
  const listed = async (filters: object) => {
    const { principal } = await world.contextOf('hq.budget')
    const page = listPage(countryBudget, principal, { limit: 500, ...filters })
    const rows = await reading(world.pool, (tx) => readPage(tx, page))
    return new Map(rows.map((row) => [row['id'], row['push_status']]))
  }
  expect((await listed({})).get(fine.id)).toBe('succeededPushed')
  const failed = await listed({ pushStatus: 'failedPushed' })
  expect([failed.get(failing.id), failed.has(fine.id)]).toEqual(['failedPushed', false])
  await expect(listed({ pushStatus: 'lost' })).rejects.toThrow('http.invalidField')

  const detail = async (account: string, { formInstanceId }: { formInstanceId: string }) => {
    const context = await world.contextOf(account)
    return reading(world.pool, (tx) => loadDocument(tx, context, countryBudget, { formInstanceId }))
  }
  const page = await detail('in.finance', failing)
  expect(page.wire['effects']).toMatchObject([
    { effect: 'financePush', state: 'failedPushed', error: 'The other system refused it (400): Unknown' },
  ])
  expect(page.approval?.allowed).toContain('retry')
  expect((await detail('in.channel', failing)).approval?.allowed).not.toContain('retry')
  expect((await detail('in.finance', fine)).approval?.allowed).not.toContain('retry')
})

it('an administrator retries a failed push without the right of the document type', async () => {
  const { id, formInstanceId } = await approved()
  finance.answers({ status: 400 })
  await runDueEffects(services)
  finance.answers({ status: 200 })
  await retry('hq.it', formInstanceId)
  await runDueEffects(services)
  expect(await effectOf(id)).toMatchObject({ state: 'succeededPushed' })
})

it('a push whose attempt was lost with its process is sent again under the same key', async () => {
  const { id } = await approved()
  const stopped = new AbortController()
  finance.answers('silence')
  const arrived = finance.next()
  // Simulates a process that dies after sending, before it records anything: its pool is closed.
  const gone = { ...services, pool: { connect: () => world.pool.connect() } }
  const running = runDueEffects(gone, stopped.signal)
  await arrived
  gone.pool.connect = () => Promise.reject(new Error('gone'))
  stopped.abort()
  await running
  expect(await effectOf(id)).toMatchObject({ state: 'pushing', attempts: 1 })

  finance.answers({ status: 200, text: '{"reference":"FIN-2"}' })
  await runDueEffects(services)
  expect(finance.received, 'it is still the first one’s').toHaveLength(1)
  later(6)
  await runDueEffects(services)
  expect(finance.received).toHaveLength(2)
  expect(finance.received[1]).toMatchObject({ key: finance.received[0]!.key, body: finance.received[0]!.body })
  expect(await effectOf(id)).toMatchObject({ state: 'succeededPushed', reference: 'FIN-2' })
})

it('a retry names the document or its approval, and a document out of sight does not exist', async () => {
  const { id, formInstanceId } = await approved()
  finance.answers({ status: 400 })
  await runDueEffects(services)
  const [route] = effectRoutes([countryBudgetDocument])
  const call = async (account: string, body: object) =>
    route?.handler({ pool: world.pool, now: () => world.now } as never, await world.contextOf(account), {
      body,
    } as never)
  expect(await refusalOf(call('in.channel', { documentId: id }))).toBe('http.forbidden')
  expect(await refusalOf(call('in.channel', { documentId: '99999999' }))).toBe('http.forbidden')
  for (const body of [{ documentId: id }, { formInstanceId }, { documentId: '99999999' }, {}])
    expect(await refusalOf(call('id.finance', body))).toBe('document.notFound')
  expect(await call('in.finance', { documentId: id })).toMatchObject({ id, state: 'approved', formInstanceId })
  expect(await refusalOf(call('in.finance', { formInstanceId }))).toBe('axis.notNow')
})

it('a process that stops in order returns its push attempt without counting it', async () => {
  const { id } = await approved()
  const stopped = new AbortController()
  finance.answers('silence')
  const arrived = finance.next()
  const running = runDueEffects(services, stopped.signal)
  await arrived
  stopped.abort()
  await running
  expect(await effectOf(id)).toMatchObject({ state: 'pendingPushed', attempts: 0, last_error: null })
})

it('several workers send each due push once', async () => {
  await Promise.all([approved(), approved(), approved(), approved(), approved()])
  await Promise.all([runDueEffects(services), runDueEffects(services), runDueEffects(services)])
  expect(finance.received).toHaveLength(5)
  expect(new Set(finance.received.map(({ key }) => key)).size).toBe(5)
})

it('a side effect of lines is pushed once for each line, each with an idempotency key of its own', async () => {
  const submitted = await world.submit('in.channel', [
    { amount: '1.00' },
    { amount: '2.00', fscId: 'F01', subBusiCode: 'S02' },
  ])
  const { definition } = countryBudgetDocument
  const effects = { linePush: { after: 'approve', target: 'finance', each: 'line' } } as const
  const perLine = registerDocument({
    ...countryBudgetDocument,
    definition: { ...definition, effects },
    effects: { linePush: ({ lines, line }) => ({ amount: lines[(line ?? 0) - 1]?.['amount'] }) },
  })
  const document = { id: submitted.id, scopeId: 201, round: 1 }
  await transaction(world.pool, async (tx) => {
    for (const each of effectsOfAction(perLine.definition, 'approve', document, {}, world.now)) await tx.run(each)
  })
  await runDueEffects({ ...services, documents: [perLine] })
  const said = finance.received.map(({ key, body }) => `${key} ${(JSON.parse(body) as { amount: string }).amount}`)
  expect(said.toSorted()).toEqual([
    `countryBudget:${submitted.id}:1:1:linePush 1.00`,
    `countryBudget:${submitted.id}:1:2:linePush 2.00`,
  ])
})
