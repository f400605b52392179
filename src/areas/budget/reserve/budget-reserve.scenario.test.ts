import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { batchRoutes } from '#kernel/services/tasks/batch.routes.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { loadDocument } from '#kernel/engine/document/load-document.ts'
import { runDueReserves } from '#kernel/services/reserve-confirmation/run-reserves.ts'
import type { World } from '#test/helpers/budget/budget-world.ts'
import {
  isSigned,
  refusalOf,
  RESERVE_SECRET,
  reserveStory,
  type ReserveStory,
  type ReserveSystem,
} from '#test/helpers/budget/reserve-world.ts'
import { countryBudget } from '../country-budget/country-budget.doc.ts'

let story: ReserveStory
let world: World
let finance: ReserveSystem

beforeAll(async () => {
  story = await reserveStory()
  ;({ world, finance } = story)
})
afterAll(() => story?.close())
afterEach(() => story.reset())

it('a submitted document is Occupying until finance confirms it, and can then be approved', async () => {
  const document = await story.submitted()
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'occupying', attempts: 0 })
  expect(await refusalOf(world.decide('in.manager', 'approve', document.form))).toBe('reserve.occupying')
  const [performDryRun, batch] = batchRoutes(story.services.documents, [])
  const item = { ...(await story.taskOf(document.id)), formInstanceId: document.form }
  const ask = { body: { decision: 'approve', items: [item] } } as never
  const context = await world.contextOf('in.manager')
  const told = await reading(world.pool, (tx) => performDryRun!.handler(tx as never, context, ask))
  expect(told).toMatchObject({ items: [{ problem: { key: 'reserve.occupying' } }] })
  const many = { body: { decision: 'approve', items: [{ ...item, opinion: 'Agreed' }] } } as never
  const done = await batch!.handler({ pool: world.pool, now: () => world.now } as never, context, many)
  expect(done).toMatchObject([{ isDone: false, problem: { key: 'reserve.occupying' } }])

  await story.run()
  await story.run()
  expect(story.keys()).toEqual([document.occupy])
  expect(isSigned(finance.received[0]!, RESERVE_SECRET)).toBe(true)
  expect(JSON.parse(finance.received[0]!.body)).toMatchObject({
    key: document.occupy,
    effect: 'occupy',
    no: document.no,
    round: 1,
    applyType: 'grant',
    totalAmount: '12.50',
    lines: [{ amount: '12.50' }],
  })
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'occupied' })
  expect(await story.timeline(document.id)).toEqual(['submit', 'occupied'])
  await world.approveAll(document.form)
  await story.run()
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'occupied' })
  expect(finance.held()).toContain(document.occupy)
  expect(await world.replay()).toEqual([])
})

it('a document is Occupied at once where no finance system confirms reservations', async () => {
  world.reserve = null
  const document = await story.submitted()
  world.reserve = { deadlineMinutes: 30, organisations: new Set(['ID']) }
  const elsewhere = await story.submitted()
  expect(
    await world.query('select 1 from document_reserve where document_id = any ($1)', [[document.id, elsewhere.id]]),
  ).toEqual([])
  await world.approveAll(document.form)
  await world.decide('in.manager', 'reject', elsewhere.form, 'Too early')
  expect(await story.statusesOf([document.id, elsewhere.id])).toEqual(['occupied', 'released'])
})

it('a rejected, returned, withdrawn or terminated document releases its reservation at finance once', async () => {
  const [rejected, returned, withdrawn, terminated] = [
    await story.submitted(),
    await story.submitted(),
    await story.submitted(),
    await story.submitted(),
  ]
  await story.run()
  await world.decide('in.manager', 'reject', rejected.form, 'Too early')
  await world.act('in.channel', 'withdraw', { formInstanceId: withdrawn.form, version: withdrawn.version })
  await world.act('hq.it', 'terminate', { formInstanceId: terminated.form, opinion: 'Raised twice' })
  const task = await story.taskOf(returned.id)
  await world.act('in.manager', 'return', { formInstanceId: returned.form, ...task, opinion: 'Not like this' })
  const all = [rejected, returned, withdrawn, terminated]
  for (const { id } of all) expect(await story.reserveOf(id)).toMatchObject({ state: 'releasing' })
  await story.run()
  await story.run()
  for (const { id, occupy } of all) {
    expect(await story.reserveOf(id)).toMatchObject({ state: 'released' })
    expect(finance.states.get(occupy)).toBe('released')
    expect((await story.timeline(id)).at(-1)).toBe('released')
  }
  expect(story.keys().toSorted()).toEqual(all.flatMap(({ occupy, release }) => [occupy, release]).toSorted())
})

it('a reservation that finance refuses fails, is notified to its owner, can be retried and blocks the approval', async () => {
  finance.answers = { status: 422, text: 'No budget line' }
  const document = await story.submitted()
  await story.run()
  expect(await story.reserveOf(document.id)).toMatchObject({
    state: 'failToOccupy',
    last_error: { key: 'reserve.refused' },
  })
  expect(await refusalOf(world.decide('in.manager', 'approve', document.form))).toBe('reserve.failToOccupy')
  const [told] = await world.query<{ payload: { notices: object[] } }>(
    `select payload from outbox where payload ->> 'documentId' = $1 and payload ->> 'action' = 'failToOccupy'`,
    [document.id],
  )
  const [drafter] = await world.query<{ id: number }>(`select id from app_user where account = 'in.channel'`)
  expect(told?.payload.notices).toEqual([{ kind: 'failToOccupy', to: [drafter?.id] }])

  expect(await refusalOf(story.retry('in.channel', document))).toBe('http.forbidden')
  expect(await refusalOf(story.retry('id.finance', document))).toBe('document.notFound')
  finance.answers = 'take'
  finance.states.clear()
  expect(await story.retry('in.finance', document)).toMatchObject({ state: 'underApproval', version: document.version })
  expect(await refusalOf(story.retry('in.finance', document))).toBe('axis.notNow')
  await story.run()
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'occupied' })
  await world.approveAll(document.form)
  const audit = await world.query(`select 1 as one from audit_entry where document_id = $1 and action = 'retry'`, [
    document.id,
  ])
  expect(audit).toEqual([{ one: 1 }])
})

it('a reservation that was refused or never sent needs no release when it is withdrawn', async () => {
  finance.answers = { status: 422 }
  const refused = await story.submitted()
  await story.run()
  const unsent = await story.submitted()
  finance.answers = 'take'
  await story.withdraw(refused)
  await story.withdraw(unsent)
  await story.run()
  for (const { id } of [refused, unsent]) expect(await story.reserveOf(id)).toMatchObject({ state: 'none' })
  expect(story.keys()).toEqual([refused.occupy])
})

it('a failed release of a draft is shown to operators, who see no other drafts', async () => {
  const document = await story.submitted()
  await story.run()
  finance.answers = { status: 400 }
  await story.withdraw(document)
  await story.run()
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'failToRelease' })
  finance.answers = 'take'
  finance.states.clear()
  expect(await story.retry('in.finance', document)).toMatchObject({ state: 'draft' })
  await story.run()
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'released' })
})

it('a reservation is no longer waited for after the finance system was removed', async () => {
  const document = await story.submitted()
  await runDueReserves({ ...story.services, target: null })
  expect(await story.reserveOf(document.id)).toMatchObject({ state: 'occupied' })
  world.reserve = null
  await world.approveAll(document.form)
})

it('the state of a reservation is shown and filtered, with the actions its reader may take', async () => {
  finance.answers = { status: 422, text: 'No budget line' }
  const failed = await story.submitted()
  await story.run()
  const detail = async (account: string) => {
    const context = await world.contextOf(account)
    return reading(world.pool, (tx) => loadDocument(tx, context, countryBudget, { formInstanceId: failed.form }))
  }
  const approver = await detail('in.manager')
  expect(approver.wire['reserve']).toMatchObject({ state: 'failToOccupy', error: expect.stringContaining('No') })
  expect(approver.approval?.withheld).toEqual(['approve'])
  expect(approver.approval?.allowed).toContain('reject')
  expect(approver.approval?.events.at(-1)).toMatchObject({
    act: 'failToOccupy',
    opinion: expect.stringContaining('No'),
  })
  expect((await detail('in.finance')).approval?.allowed).toContain('retry')
  expect(await story.statusesOf([failed.id])).toEqual(['failToOccupy'])
  expect(await story.found('failToOccupy')).toContain(failed.id)
  expect(await story.found('occupied')).not.toContain(failed.id)
  await expect(story.found('lost')).rejects.toThrow('http.invalidField')
})
