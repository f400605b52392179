import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reading, transaction } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import type { ContentChangedData } from '#kernel/engine/approval/approval-wire.ts'
import { readReceiptRoutes } from '#kernel/services/tasks/read-receipt.routes.ts'
import { loadDocument } from './load-document.ts'
import { registerTexts } from '#kernel/base/i18n/texts.ts'
import { budgetArea } from '#areas/budget/budget.area.ts'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { budgetWorld, INDIA, LINE, type World } from '#test/helpers/budget/budget-world.ts'

// A manager reads an application, it is withdrawn and submitted again: they are shown the changes and cannot decide on the old content.

let world: World

beforeAll(async () => {
  registerTexts(budgetArea.name, budgetArea.texts)
  world = await budgetWorld(await testDatabase())
})
afterAll(() => world?.close())

async function looks(account: string, formInstanceId: string): Promise<void> {
  const [route] = readReceiptRoutes([countryBudgetDocument])
  const context = await world.contextOf(account)
  const input = { body: { formInstanceId }, query: {}, params: {}, file: null }
  await transaction(world.pool, (tx) => route!.handler(tx as never, context, input as never))
}

async function opens(account: string, formInstanceId: string) {
  const context = await world.contextOf(account)
  const document = await reading(world.pool, (tx) => loadDocument(tx, context, countryBudget, { formInstanceId }))
  return document.approval!
}

const changesOf = (approval: Awaited<ReturnType<typeof opens>>) =>
  approval.changedSince?.changes.map(({ row, field, before, after }) => [row, field, before, after]) ?? null

async function submitted(amounts: readonly string[], reason = 'November channel budget') {
  return world.submit(
    'in.channel',
    amounts.map((amount, index) => ({ amount, projectCode: `PR-${index + 1}` })),
    { reason },
  )
}

/** A draft of lines, by the drafter. */
const saved = (
  lines: readonly { readonly amount: string; readonly projectCode: string }[],
  more: { id: string; version: number },
) => world.act('in.channel', 'save', { raw: { ...INDIA, lines: lines.map((line) => ({ ...LINE, ...line })) }, ...more })

/** The drafter withdraws it and submits it with other amounts. */
async function resubmitted(first: { id: string; formInstanceId: string | null }, amounts: readonly string[]) {
  const version = async () =>
    (await world.query<{ version: number }>('select version from country_budget where id = $1', [first.id]))[0]!.version
  await world.act('in.channel', 'withdraw', { formInstanceId: first.formInstanceId, version: await version() })
  return world.submit(
    'in.channel',
    amounts.map((amount, index) => ({ amount, projectCode: `PR-${index + 1}` })),
    {},
    { id: first.id, version: await version() },
  )
}

describe('a document in a new round', () => {
  it('a new round shows each reader what changed since they last read the document', async () => {
    const first = await submitted(['100.00', '50.00'])
    world.now = new Date('2026-11-21T09:00:00Z')
    await looks('in.manager', first.formInstanceId!)
    expect(changesOf(await opens('in.manager', first.formInstanceId!))).toBeNull()

    const second = await resubmitted(first, ['120.00', '50.00'])
    const expected = [
      [null, 'totalAmount', '150.00 INR', '170.00 INR'],
      [1, 'amount', '100.00 INR', '120.00 INR'],
    ]
    const shown = await opens('in.manager', second.formInstanceId!)
    expect(changesOf(shown)).toEqual(expected)
    expect([shown.changedSince?.round, shown.changedSince?.lookedAt]).toEqual([1, '2026-11-21T09:00:00.000Z'])
    world.now = new Date('2026-11-21T10:00:00Z')
    await looks('in.manager', second.formInstanceId!)
    expect(changesOf(await opens('in.manager', second.formInstanceId!))).toEqual(expected)

    // People who never saw the first round see no difference, nor does its drafter.
    expect(changesOf(await opens('hq.budget', second.formInstanceId!))).toBeNull()
    expect(changesOf(await opens('in.channel', second.formInstanceId!))).toBeNull()

    const third = await resubmitted(second, ['120.00', '60.00'])
    expect(changesOf(await opens('in.manager', third.formInstanceId!))).toEqual([
      [null, 'totalAmount', '170.00 INR', '180.00 INR'],
      [2, 'amount', '50.00 INR', '60.00 INR'],
    ])
  })

  it('the audit tells each value of a line that is saved or submitted for the first time after a rejection', async () => {
    const first = await submitted(['100.00', '50.00'])
    await world.decide('in.manager', 'reject', first.formInstanceId!)
    const [{ version }] = (await world.query<{ version: number }>('select version from country_budget where id = $1', [
      first.id,
    ])) as [{ version: number }]
    const draft = await saved(
      [
        { amount: '100.00', projectCode: 'PR-1' },
        { amount: '75.00', projectCode: 'PR-2' },
        { amount: '5.00', projectCode: 'PR-3' },
      ],
      { id: first.id, version },
    )
    const told = async () =>
      (
        await world.query<{
          detail: {
            lines: unknown
            lineChanges?: readonly { row: number; line: string; field: string; values: unknown }[]
          }
        }>('select detail from audit_entry where document_id = $1 order by id', [first.id])
      ).at(-1)!.detail
    const { lines, lineChanges } = await told()
    expect(lines).toEqual([2, 3])
    expect(lineChanges).toContainEqual({ row: 2, line: 'changed', field: 'amount', values: ['50.00', '75.00'] })
    expect(lineChanges).toContainEqual({ row: 3, line: 'added', field: 'amount', values: [null, '5.00'] })
    expect(lineChanges!.filter(({ row }) => row !== 3)).toEqual([
      { row: 2, line: 'changed', field: 'amount', values: ['50.00', '75.00'] },
    ])
    // The next save compares with the draft.
    await saved(
      [
        { amount: '100.00', projectCode: 'PR-1' },
        { amount: '75.00', projectCode: 'PR-2' },
      ],
      {
        id: first.id,
        version: draft.version,
      },
    )
    expect((await told()).lineChanges!.map(({ row, line }) => [row, line])).toContainEqual([3, 'removed'])
  })

  it('an action counts as reading the document', async () => {
    const first = await submitted(['10.00'])
    await world.decide('in.manager', 'approve', first.formInstanceId!)
    const second = await resubmitted(first, ['11.00'])
    expect(changesOf(await opens('in.manager', second.formInstanceId!))).toEqual([
      [null, 'totalAmount', '10.00 INR', '11.00 INR'],
      [1, 'amount', '10.00 INR', '11.00 INR'],
    ])
  })

  it('a decision on an earlier round is refused with the differences', async () => {
    const first = await submitted(['10.00', '20.00'])
    const seen = await opens('in.manager', first.formInstanceId!)
    const second = await resubmitted(first, ['10.00', '25.00'])
    const late = world.act('in.manager', 'approve', {
      formInstanceId: first.formInstanceId,
      taskId: seen.myTask!.taskId,
      contentHash: seen.contentHash,
      opinion: 'Fine',
    })
    const refusal = await refusalOf(late)
    expect([refusal.key, refusal.status]).toEqual(['approval.newRound', 409])
    const data = refusal.data as ContentChangedData
    expect([data.formInstanceId, data.round]).toEqual([second.formInstanceId, 2])
    expect(data.changes.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['totalAmount', '30.00 INR', '35.00 INR'],
      ['amount', '20.00 INR', '25.00 INR'],
    ])

    const [task] = await world.query<{ id: string }>(
      `select id from approval_task where document_id = $1 and round = 2 and state = 'open'`,
      [first.id],
    )
    const stale = world.act('in.manager', 'approve', {
      formInstanceId: second.formInstanceId,
      taskId: task!.id,
      contentHash: seen.contentHash,
      opinion: 'Fine',
    })
    const changed = await refusalOf(stale)
    expect(changed.key).toBe('approval.contentChanged')
    expect((changed.data as ContentChangedData).changes).toHaveLength(2)
  })

  it('the differences of a round are hidden from people who may not see the document', async () => {
    const first = await submitted(['5.00'])
    await resubmitted(first, ['6.00'])
    const foreign = world.act('id.manager', 'approve', {
      formInstanceId: first.formInstanceId,
      taskId: '1',
      contentHash: 'x',
      opinion: 'Fine',
    })
    const refusal = await refusalOf(foreign)
    expect([refusal.key, refusal.data]).toEqual(['document.notFound', undefined])
  })
})

async function refusalOf(attempt: Promise<unknown>) {
  const error: unknown = await attempt.then(() => null).catch((cause: unknown) => cause)
  if (!(error instanceof Refused)) throw new Error(`not refused: ${String(error)}`)
  return error.first
}
