import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPage } from '#kernel/platform/db/page.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { budgetWorld, INDIA, type World } from '#test/helpers/budget/budget-world.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { listPage } from '../list/list-query.ts'
import type { ListRequest } from '#kernel/platform/http/paging.ts'
import { loadDocument } from '../load-document.ts'
import { registerDocument } from '../server-document.ts'

// An application with an extra field of each of these kinds, in its header and in its lines.

const PERCENT = { digits: 4, min: '0', max: '100', unit: '%' }
const { definition } = countryBudgetDocument
const kinds = registerDocument({
  ...countryBudgetDocument,
  definition: {
    ...definition,
    fields: {
      ...definition.fields,
      startDay: f.date({ required: true }),
      rate: f.decimal({ ...PERCENT, required: true }),
      withheld: f.flag({ required: true }),
    },
    lines: {
      ...definition.lines,
      dueDay: f.date(),
      price: f.decimal({ digits: 4, min: '0', max: '9999999', unit: 'currency' }),
      tiers: f.ladder({ bound: { digits: 0, min: '0', max: '999999' }, value: PERCENT, required: true }),
      devices: f.list({ most: 3, longest: 15 }),
    },
    list: {
      ...definition.list,
      filters: [...definition.list.filters, 'startDay', 'startDayFrom', 'startDayTo', 'rate', 'dueDay', 'price'],
      sort: [...definition.list.sort, 'startDay', 'rate'],
    } as never,
  },
})
const LINE = {
  countryCode: 'IN',
  projectCode: 'PR-1',
  fscId: 'F01',
  subBusiCode: 'S01',
  productLineCode: 'P1',
  amount: '1.00',
  tiers: '0: 2; 100: 3.5',
}
const HEAD = { ...INDIA, startDay: '2026-11-21', rate: '2.5', withheld: 'yes' }

let world: World
beforeAll(async () => {
  world = await budgetWorld(await testDatabase(), '1000.00')
  await world.query('alter table country_budget add start_day date, add rate numeric(20, 4), add withheld text')
  await world.query(
    'alter table country_budget_line add due_day date, add price numeric(20, 4), add tiers text, add devices text',
  )
})
afterAll(() => world?.close())

const act = (action: string, raw: object, more: object = {}) =>
  world.act('in.channel', action, { raw: raw as never, ...more }, undefined, kinds)
const refusals = (raw: object) =>
  act('submit', raw).then(
    () => 'done',
    (error: unknown) =>
      error instanceof Refused
        ? error.refusals.map(({ key, field, row }) => [key, field, row])
        : Promise.reject(error as Error),
  )

async function load(no: string) {
  const context = await world.contextOf('in.channel')
  return reading(world.pool, async (tx) => (await loadDocument(tx, context, kinds.definition, { no }))!)
}

describe('fields of a day, exact number, ladder or code list', () => {
  it('days, exact numbers, ladders and code lists are submitted, stored and read back in one spelling', async () => {
    const line = { ...LINE, dueDay: '2028-02-29', price: '12.3456', devices: 'a, b\nc' }
    const { no } = await act('submit', { ...HEAD, lines: [line, { ...LINE, subBusiCode: 'S02' }] })
    const { wire, lines } = await load(no)
    expect(wire).toMatchObject({ startDay: '2026-11-21', rate: '2.5000', withheld: 'yes' })
    expect(lines).toMatchObject([
      { dueDay: '2028-02-29', price: '12.3456', tiers: '0-100:2.0000;100-:3.5000', devices: 'a b c' },
      { dueDay: null, price: null, tiers: '0-100:2.0000;100-:3.5000', devices: null },
    ])
  })

  it('a draft keeps days, numbers and ladders as typed, and an equal save is no change', async () => {
    const raw = { ...HEAD, startDay: '2026-02-30', rate: 'much', lines: [{ ...LINE, tiers: '0-5:1;9-:2' }] }
    const made = await act('save', raw)
    const { wire, lines } = await load(made.no)
    expect(wire).toMatchObject({ startDay: '2026-02-30', rate: 'much' })
    expect(lines).toMatchObject([{ tiers: '0-5:1;9-:2' }])
    const right = { ...HEAD, lines: [LINE] }
    const saved = await act('save', right, { id: made.id, version: made.version })
    await act('submit', right, { id: saved.id, version: saved.version })
    const last = (
      await world.query<{ changes: object }>(
        `select detail -> 'changes' as changes from audit_entry where document_id = $1 and action = 'submit' order by id`,
        [made.id],
      )
    ).at(-1)
    expect(last?.changes).toBeTypeOf('object')
    for (const field of ['startDay', 'rate', 'withheld']) expect(last?.changes).not.toHaveProperty(field)
  })

  it('invalid days, numbers, ladders and code lists are refused by field and line', async () => {
    const bad = { ...LINE, tiers: '0-5:1;5-9:2', devices: 'a a', price: '-1', dueDay: 'soon' }
    expect(
      await refusals({ ...HEAD, startDay: '1999-12-31', rate: '2.50001', withheld: 'maybe', lines: [bad] }),
    ).toEqual([
      ['document.outOfRange', 'startDay', undefined],
      ['document.moreDecimals', 'rate', undefined],
      ['document.notAnOption', 'withheld', undefined],
      ['document.noSuchDay', 'dueDay', 0],
      ['document.outOfRange', 'price', 0],
      ['document.ladderInfinity', 'tiers', 0],
      ['document.entryTwice', 'devices', 0],
    ])
  })

  it('a list is filtered and sorted by days and exact numbers', async () => {
    const context = await world.contextOf('in.channel')
    const found = async (request: ListRequest) =>
      (await reading(world.pool, (tx) => readPage(tx, listPage(kinds.definition, context.principal, request)))).length
    await act('submit', {
      ...HEAD,
      startDay: '2027-01-01',
      rate: '7',
      lines: [{ ...LINE, dueDay: '2027-03-01', price: '5' }],
    })
    expect(await found({ startDay: '2027-01-01' })).toBe(1)
    expect(await found({ startDay: ['2027-01-01', '2026-11-21'] })).toBe(await found({ startDayFrom: '2000-01-01' }))
    expect(await found({ startDayFrom: '2026-11-22', startDayTo: '2027-01-02' })).toBe(1)
    expect(await found({ startDayFrom: '2026-11-22', startDayTo: '2027-01-01' })).toBe(0)
    expect(await found({ rate: '7' })).toBe(1)
    expect(await found({ rate: ['7.0', '8'] })).toBe(1)
    expect(await found({ dueDay: '2027-03-01', price: '5.00' })).toBe(1)
    expect(await found({ sort: ['-startDay'] })).toBe(await found({ sort: ['rate'] }))
  })
})
