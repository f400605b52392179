import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { budgetArea } from '#areas/budget/budget.area.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { registerTexts } from '#kernel/base/i18n/texts.ts'
import { type AnyDefinition, lineTable } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { reading, transaction } from '#kernel/platform/db/tx.ts'
import { buildModel } from '#kernel/services/print/build-model.ts'
import { lineExports } from '#kernel/services/downloads/lines-export.ts'
import { readReceiptRoutes } from '#kernel/services/tasks/read-receipt.routes.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, INDIA, LINE, type World } from '#test/helpers/budget/budget-world.ts'
import type { Command } from './action/command.ts'
import { loadDocument } from './load-document.ts'
import { checkRoute } from './routes/check-route.ts'
import { detailRoute } from './routes/detail-route.ts'
import { registerDocument } from './server-document.ts'
import { Type } from 'typebox'

// An application for a budget with two further tables, unlike each other: quotes of competitors, and the days of visits.

const { definition: plain } = countryBudgetDocument
const definition = {
  ...plain,
  tables: {
    quotes: lineTable({
      fields: {
        rival: f.code({ required: true, max: 20 }),
        price: f.decimal({ digits: 2, min: '0', max: '999999', required: true }),
        gap: f.decimal({ digits: 2, min: '0', max: '999999', computed: true }),
      },
      limits: { typed: 2, file: 3, optional: true },
      view: { columns: ['rival', 'price', 'gap'], card: ['rival'] },
    }),
    visitDays: lineTable({
      fields: { day: f.date({ required: true }), note: f.text({ max: 10 }) },
      limits: { typed: 4, file: 4, optional: true },
    }),
  },
} as AnyDefinition
const tabled = registerDocument({
  ...countryBudgetDocument,
  definition,
  computedTables: (content) => ({
    quotes: (content as { tables: { quotes: readonly { price: string }[] } }).tables.quotes.map(({ price }) => ({
      gap: (Number(price) / 2).toFixed(2),
    })),
  }),
  shownTo: ({ isDrafter }, _header, rows, table) =>
    table === 'quotes' && !isDrafter ? rows.map((row) => ({ ...row, rival: 'X***' })) : rows,
})

const LINES = [{ ...LINE, amount: '10.00' }]
const QUOTES = [
  { rival: 'Xavi', price: '10' },
  { rival: 'Opal', price: '12.5' },
]
const content = (tables: object) => ({ ...INDIA, lines: LINES, ...tables })

let world: World
beforeAll(async () => {
  registerTexts(budgetArea.name, budgetArea.texts)
  world = await budgetWorld(await testDatabase())
  const key = 'document_id bigint, round int, line_no int, primary key (document_id, round, line_no)'
  await world.query(
    `create table country_budget_quotes (${key}, rival text, price numeric(20, 2), gap numeric(20, 2));
     create table country_budget_visit_days (${key}, day date, note text)`,
  )
})
afterAll(() => world?.close())

const act = (action: string, raw: object | null, more: Partial<Command> = {}) =>
  world.act('in.channel', action, { ...(raw ? { raw: raw as never } : {}), ...more }, undefined, tabled)
const refusals = (action: string, tables: object) =>
  act(action, content(tables)).then(
    () => 'done',
    (error: unknown) =>
      error instanceof Refused
        ? error.refusals.map(({ key, table, row, field }) => [key, table, row, field])
        : Promise.reject(error as Error),
  )
async function load(account: string, by: { no?: string; formInstanceId?: string | null }) {
  const context = await world.contextOf(account)
  const address = { ...by, formInstanceId: by.formInstanceId ?? undefined }
  return reading(world.pool, (tx) => loadDocument(tx, context, definition, address))
}
async function call(account: string, route: ReturnType<typeof checkRoute>, body: object) {
  const context = await world.contextOf(account)
  const input = { body, query: {}, params: {}, file: null }
  return (await reading(world.pool, (tx) => route.handler(tx as never, context, input as never))) as never
}

describe('a document with further tables', () => {
  it('rows of each table are stored by round with their computed values, and are read back beside the lines', async () => {
    const first = await act('submit', content({ quotes: QUOTES, visitDays: [{ day: '2026-11-20', note: null }] }))
    const stored = await load('in.channel', first)
    expect(stored.lines).toHaveLength(1)
    expect(stored.tables).toMatchObject({
      quotes: [
        { lineNo: 1, rival: 'Xavi', price: '10.00', gap: '5.00' },
        { lineNo: 2, rival: 'Opal', price: '12.50', gap: '6.25' },
      ],
      visitDays: [{ lineNo: 1, day: '2026-11-20', note: null }],
    })
    await act('withdraw', null, { formInstanceId: first.formInstanceId, version: first.version })
    const { version } = (await load('in.channel', { no: first.no })).row
    const again = await act('submit', content({ quotes: QUOTES.slice(1) }), { id: first.id, version })
    expect((await load('in.channel', again)).tables).toMatchObject({ quotes: [{ rival: 'Opal' }], visitDays: [] })
    expect((await load('in.channel', first)).tables?.['quotes']).toHaveLength(2)
  })

  it('a refusal names table, row and field; each table has limits of its own', async () => {
    expect(
      await refusals('submit', { quotes: [{ rival: 'Xavi', price: 'much' }], visitDays: [{}, { day: 'soon' }] }),
    ).toEqual([
      ['document.notAmount', 'quotes', 0, 'price'],
      ['document.required', 'visitDays', 0, 'day'],
      ['document.noSuchDay', 'visitDays', 1, 'day'],
    ])
    const three = { quotes: [...QUOTES, ...QUOTES].slice(1) }
    const tooMany = [['document.tooManyLines', 'quotes', undefined, 'lines']]
    expect(await refusals('submit', three)).toEqual(tooMany)
    expect(await refusals('save', three)).toEqual(tooMany)
    expect(await refusals('submit', { ...three, source: 'file' })).toBe('done')
    expect(await refusals('save', { visitDays: [{ day: {} }] })).toEqual([
      ['document.notAnOption', 'visitDays', 0, 'day'],
    ])
  })

  it('a draft keeps the rows of a table as they were typed', async () => {
    const saved = await act('save', content({ quotes: [{ rival: 'Xavi', price: 'much', gap: '9', other: 1 }] }))
    expect((await load('in.channel', saved)).tables).toEqual({
      quotes: [{ rival: 'Xavi', price: 'much', lineNo: 1 }],
      visitDays: [],
    })
  })

  it('the detail call answers each table under its own name, and the soft check the computed values by table', async () => {
    const { formInstanceId } = await act('submit', content({ quotes: QUOTES }))
    const detail = detailRoute(tabled, { summary: '', names: Type.Unknown() })
    const { document } = (await call('in.manager', detail, { formInstanceId })) as { document: object }
    expect(document).toMatchObject({ lines: [{}], quotes: [{ rival: 'X***' }, { rival: 'X***' }], visitDays: [] })
    const check = checkRoute(tabled as typeof countryBudgetDocument, { summary: '' })
    const answer = await call('in.channel', check, content({ quotes: [{ rival: 'Xavi', price: '3' }, { price: 'x' }] }))
    expect(answer).toMatchObject({
      refusals: [
        { key: 'document.required', table: 'quotes', row: 1, field: 'rival' },
        { key: 'document.notAmount', table: 'quotes', row: 1, field: 'price' },
      ],
      tables: { quotes: [{ row: 0, values: { gap: '1.50' } }, { row: 1 }], visitDays: [] },
    })
  })

  it('readers are told what changed in a table since they last looked, and the audit what a submit changed', async () => {
    const first = await act('submit', content({ quotes: QUOTES, visitDays: [{ day: '2026-11-20', note: 'a' }] }))
    const [look] = readReceiptRoutes([tabled])
    const reader = await world.contextOf('in.manager')
    const input = { body: { formInstanceId: first.formInstanceId }, query: {}, params: {}, file: null }
    await transaction(world.pool, (tx) => look!.handler(tx as never, reader, input as never))
    await act('withdraw', null, { formInstanceId: first.formInstanceId, version: first.version })
    const { version } = (await load('in.channel', { no: first.no })).row
    const changed = {
      quotes: [QUOTES[0], { rival: 'Ruby', price: '12.5' }],
      visitDays: [{ day: '2026-11-20', note: 'b' }],
    }
    const again = await act('submit', content(changed), { id: first.id, version })
    const { approval } = await load('in.manager', again)
    expect(
      approval?.changedSince?.changes.map(({ table, row, field, before, after }) => [table, row, field, before, after]),
    ).toEqual([
      // Both rivals are masked, and are still two.
      ['quotes', 2, 'rival', 'X*** (2)', 'X*** (3)'],
      ['visitDays', 1, 'note', 'a', 'b'],
    ])
    const entries = await world.query<{ detail: object }>(
      `select detail from audit_entry where document_id = $1 and action = 'submit' order by id`,
      [first.id],
    )
    expect(entries.at(-1)?.detail).toMatchObject({
      quotes: [2, 2],
      visitDays: [1, 1],
      lineChanges: [
        { table: 'quotes', row: 2, line: 'changed', field: 'rival', values: ['Opal', 'Ruby'] },
        { table: 'visitDays', row: 1, line: 'changed', field: 'note', values: ['a', 'b'] },
      ],
    })
  })

  it('each table is printed under its own title and taken as a file of its own, as the reader may see it', async () => {
    const { formInstanceId } = await act('submit', content({ quotes: QUOTES }))
    const context = await world.contextOf('in.manager')
    const loaded = await load('in.manager', { formInstanceId })
    const model = await buildModel({ document: tabled, loaded, names: {}, context, sections: 'content' })
    expect(model.content?.tables.map(({ rows }) => rows.length)).toEqual([1, 2])
    expect(model.content?.tables[1]?.rows[0]).toEqual(['1', 'X***', '10.00', '5.00'])
    const [, quotes] = lineExports(tabled, [tabled])
    expect(quotes?.path).toBe('/aps/budget/country/quotes/export')
    expect(quotes?.columns.map(({ key }) => key)).toEqual(['lineNo', 'rival', 'price', 'gap', 'currency'])
    const rows = await reading(world.pool, async (tx) => {
      const asked = { filters: { formInstanceId } } as never
      const { rows: statement, count, rowsOf } = await quotes!.query(tx, context as never, asked)
      expect(await tx.rows(count!)).toEqual([{ total: 2 }])
      return rowsOf!((await tx.rows(statement)) as never)
    })
    expect(rows).toMatchObject([{ lineNo: 1, texts: { rival: 'X***', price: '10.00' } }, { lineNo: 2 }])
  })
})
