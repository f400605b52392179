import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reading } from '#kernel/platform/db/tx.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { refusalText, registerTexts } from '#kernel/base/i18n/texts.ts'
import { amount } from '#kernel/base/money/money.ts'
import { inputDefinition } from '#kernel/engine/definition/act.ts'
import { labelKey } from '#kernel/engine/definition/content.ts'
import type { Action } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { legsOf } from '#kernel/engine/ledger/posting.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetLedger } from '#areas/budget/budget.ledger.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { loadDocument } from '../load-document.ts'
import { type AnyDocument, registerDocument, type Subject } from '../server-document.ts'
import type { Command } from '../action/command.ts'

// An application of budget with two acts: money of its pool is set aside any number of times, and its drafter adds one note.

const holds = {
  from: ['approved'],
  to: 'approved',
  by: 'operator',
  right: 'budget.country.retry',
  posts: true,
  repeats: true,
  input: {
    sum: f.money({ required: true }),
    day: f.date({ required: true }),
    projectCode: f.code(),
    reason: f.text({ required: true, max: 200 }),
  },
} as const satisfies Action
const notes = {
  from: ['approved'],
  to: 'approved',
  by: 'drafter',
  right: 'budget.country.submit',
  input: { reason: f.text({ required: true, max: 200 }) },
} as const satisfies Action

const { definition } = countryBudgetDocument
const pool = prepared<{ id: string }>('test.pool', `select id from budget_pool where project_pool_code = 'POOL-A'`)
const { debit, credit } = legsOf(budgetLedger)
const acting = registerDocument({
  ...countryBudgetDocument,
  definition: { ...definition, area: 'acting', actions: { ...definition.actions, holds, notes } } as AnyDocument,
  facts: {
    ...countryBudgetDocument.facts,
    pool: {
      actions: ['holds'],
      sight: 'stored',
      statement: () => pool(),
      read: (rows: { id: string }[]) => rows[0]?.id,
    },
  } as never,
  checkAct: {
    holds: ({ sum }, _, { header }) =>
      amount(String(sum)).lte(100)
        ? []
        : [
            documentErrors.outOfRange(
              { field: label('sum'), min: 0, max: `100 ${header['currency']}` },
              { field: 'sum' },
            ),
          ],
  },
  plans: {
    ...countryBudgetDocument.plans,
    holds: ({ input, header }: Subject<AnyDocument, unknown>, facts) => {
      const { sum } = input as { readonly sum: string }
      const [account, currency] = [(facts as { pool: string }).pool, String(header['currency'])]
      return {
        legs: [debit(account, 'hld', amount(sum), currency), credit(account, 'avl', amount(sum), currency)],
      }
    },
  },
})
const label = (field: string) => labelKey(inputDefinition(acting.definition, 'holds')!, 'fields', field)

const fields = (sum: string, day: string, projectCode: string, reason: string) => ({ sum, day, projectCode, reason })
const texts = (actions: object, input: object) => ({
  label: 'acting',
  errors: {},
  documents: { countryBudget: { actions, acts: { holds: { fields: input }, notes: { fields: input } } } },
})
registerTexts('acting', {
  en: texts({ holds: 'Set aside', notes: 'Add a note' }, fields('Sum', 'Until', 'Project', 'Reason')),
  zh: texts({ holds: '预留', notes: '备注' }, fields('金额', '截止日', '项目', '原因')),
})

const INPUT = { sum: '10', day: '2026-12-31', reason: 'The tender runs' }

let world: World
beforeAll(async () => {
  world = await budgetWorld(await testDatabase(), '1000.00', 4)
})
afterAll(() => world?.close())

async function approved(): Promise<string> {
  const { formInstanceId } = await world.submit('in.channel', [{ amount: '1.00' }])
  await world.approveAll(formInstanceId ?? '')
  return formInstanceId ?? ''
}

const act = (account: string, name: string, command: Partial<Command>, key?: string) =>
  world.act(account, name, command, key, acting)
const idOf = (form: string) => form.split('-')[0]!
const refused = (attempt: Promise<unknown>) =>
  attempt.then(
    () => [],
    (error: unknown) => (error instanceof Refused ? error.refusals : Promise.reject(error as Error)),
  )
const keysOf = async (attempt: Promise<unknown>) => (await refused(attempt)).map(({ key, field }) => [key, field])
const heldOfPool = async () => (await world.account('pool', 'POOL-A'))['hld']
const journals = (id: string) =>
  world.query(`select round, sequence from ledger_journal where document_id = $1 and action = 'holds' order by id`, [
    id,
  ])

async function load(account: string, form: string) {
  const context = await world.contextOf(account)
  return reading(world.pool, (tx) => loadDocument(tx, context, acting.definition, { formInstanceId: form }))
}

describe('acts with an input', () => {
  it('an invalid input is refused by field, in both languages, before anything is written', async () => {
    const form = await approved()
    const wrong = act('in.finance', 'holds', {
      formInstanceId: form,
      input: { ...INPUT, day: '2026-02-30', sum: '1.234' },
    })
    const refusals = await refused(wrong)
    expect(refusals.map(({ key, field }) => [key, field])).toEqual([
      ['document.tooManyDecimals', 'sum'],
      ['document.noSuchDay', 'day'],
    ])
    expect(refusals.map((refusal) => refusalText('en', refusal))).toEqual([
      'Sum: at most two decimals',
      'Until: no such day; write it as 2026-01-31',
    ])
    expect(refusalText('zh', refusals[0]!)).toContain('金额')
    expect(await keysOf(act('in.finance', 'holds', { formInstanceId: form }))).toEqual([
      ['document.required', 'sum'],
      ['document.required', 'day'],
      ['document.required', 'reason'],
    ])
    const beyond = await refused(act('in.finance', 'holds', { formInstanceId: form, input: { ...INPUT, sum: '101' } }))
    expect(beyond.map((refusal) => refusalText('en', refusal))).toEqual(['Sum must be between 0 and 100 INR'])
    expect(await world.query('select 1 from document_act where document_id = $1', [idOf(form)])).toEqual([])
  })

  it('each act posts a journal of its own, and a repeated key repeats nothing', async () => {
    const form = await approved()
    const [id, before] = [idOf(form), Number(await heldOfPool())]
    const key = randomUUID()
    const first = await act('in.finance', 'holds', { formInstanceId: form, input: INPUT }, key)
    expect(await act('in.finance', 'holds', { formInstanceId: form, input: INPUT }, key)).toEqual(first)
    const other = { formInstanceId: form, input: { ...INPUT, sum: '11' } }
    expect(await keysOf(act('in.finance', 'holds', other, key))).toEqual([['http.idempotencyKeyReused', undefined]])
    // By the document's number in the database: the account of another system knows no approval.
    const second = await act('in.finance', 'holds', { id, input: { ...INPUT, sum: '5' } })
    expect([second.state, second.version - first.version, second.formInstanceId]).toEqual(['approved', 1, form])
    expect(Number(await heldOfPool()) - before).toBe(15)
    expect(await journals(id)).toEqual([
      { round: 1, sequence: 1 },
      { round: 1, sequence: 2 },
    ])
    expect(await world.replay()).toEqual([])
  })

  it('timeline and audit show the input of an act, and the document says who may act', async () => {
    const form = await approved()
    await act('in.finance', 'holds', { formInstanceId: form, input: { ...INPUT, projectCode: 'PR-1' } })
    const { approval, wire } = await load('in.finance', form)
    expect(wire['acts']).toEqual(['holds'])
    expect(approval?.events.at(-1)).toMatchObject({
      act: 'act',
      label: 'Set aside',
      actor: { account: 'in.finance' },
      opinion: 'Sum: 10.00\nUntil: 2026-12-31\nProject: PR-1\nReason: The tender runs',
    })
    const audited = await world.query(
      `select from_state, to_state, detail -> 'input' as input from audit_entry where document_id = $1 and action = 'holds'`,
      [idOf(form)],
    )
    const input = { sum: '10.00', day: '2026-12-31', projectCode: 'PR-1', reason: 'The tender runs' }
    expect(audited).toEqual([{ from_state: 'approved', to_state: 'approved', input }])
    await expect(world.query('update document_act set input = null')).rejects.toThrow('document_act is append-only')
  })

  it('an act needs its right, an approved document, and the version that was shown', async () => {
    const form = await approved()
    const asked = { formInstanceId: form, input: INPUT }
    expect(await keysOf(act('in.channel', 'holds', asked))).toEqual([['http.forbidden', undefined]])
    expect(await keysOf(act('id.finance', 'holds', asked))).toEqual([['document.notFound', undefined]])
    expect(await keysOf(act('in.finance', 'holds', { id: '999999', input: INPUT }))).toEqual([
      ['document.notFound', undefined],
    ])
    const { version } = await act('in.finance', 'holds', asked)
    expect(await keysOf(act('in.finance', 'holds', { ...asked, version: version - 1 }))).toEqual([
      ['document.stale', undefined],
    ])
    const { formInstanceId: running } = await world.submit('in.channel', [{ amount: '1.00' }])
    expect(await keysOf(act('in.finance', 'holds', { formInstanceId: running, input: INPUT }))).toEqual([
      ['document.wrongState', undefined],
    ])
  })

  it('racing acts are refused at an older version, and take one place after the other without one', async () => {
    const form = await approved()
    const { version } = (await load('in.finance', form)).row
    const racing = { formInstanceId: form, version, input: INPUT }
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => keysOf(act('in.finance', 'holds', racing))))
    expect(outcomes.filter((keys) => keys.length === 0)).toHaveLength(1)
    expect(outcomes.flat()).toEqual(Array(3).fill(['document.stale', undefined]))
    // Whoever names no version is never refused for it: each takes the next place.
    await Promise.all(Array.from({ length: 3 }, () => act('in.finance', 'holds', { id: idOf(form), input: INPUT })))
    expect((await journals(idOf(form))).map((row) => (row as { sequence: number }).sequence)).toEqual([1, 2, 3, 4])
  })

  it('an act that does not repeat is done once, here by the drafter alone', async () => {
    const form = await approved()
    const note = { formInstanceId: form, input: { reason: 'Ask the agency first' } }
    expect((await load('in.channel', form)).wire['acts']).toEqual(['notes'])
    await act('in.channel', 'notes', note)
    const again = await refused(act('in.channel', 'notes', note))
    expect(again.map((refusal) => refusalText('en', refusal))).toEqual([
      'This was done to the document before and is not repeated: Add a note',
    ])
    expect((await load('in.channel', form)).wire['acts']).toBeUndefined()
  })
})
