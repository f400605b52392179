import { describe, expect, test } from 'vitest'
import { f } from './fields.ts'
import { factText, type FullView, headingText, titleText, viewOf } from './view.ts'

const fields = {
  kind: f.choice(['new', 'more'], { required: true }),
  areaId: f.ref({ names: 'areas', keyType: 'int' }),
  pool: f.ref({ names: 'pools' }),
  centre: f.ref({ names: 'types' }, { joins: 'type' }),
  type: f.code(),
  year: f.integer(),
  month: f.integer(),
  total: f.money({ computed: true }),
  from: f.date(),
  rate: f.decimal({ digits: 4, min: '0', max: '100', unit: '%' }),
  price: f.decimal({ digits: 4, min: '0', max: '9999999', unit: 'currency' }),
  weight: f.decimal({ digits: 0, min: '0', max: '9', unit: 'kg' }),
}
const lines = { item: f.ref({ names: 'items' }), size: f.text(), price: f.money({ required: true }) }
const PERIOD = { label: 'period', of: ['year', 'month'] } as const
const names = { areas: { 2: 'India' }, pools: { P1: 'Main pool' }, types: { 'C|T': 'Rebate' } }
const reading = { fields, names, text: (path: string) => `<${path}>` }

const read = (
  fact: string | typeof PERIOD,
  values: Readonly<Record<string, unknown>>,
  style: 'name' | 'coded' = 'coded',
) => factText({ ...reading, style }, fact, values)

describe('a fact of a document view', () => {
  test('a fact joins year and month by a hyphen, and two days readably', () => {
    const days = { label: 'period', of: ['year', 'month'] } as const
    expect(read(days, { year: '2026', month: '3' })).toBe('2026-03')
    expect(read(days, { year: '2026-03-01', month: '2026-03-31' })).toBe('2026-03-01 – 2026-03-31')
  })

  test('a fact shows options by text and codes by name', () => {
    expect(read('kind', { kind: 'new' })).toBe('<options.kind.new>')
    expect(read('pool', { pool: 'P1' })).toBe('P1 / Main pool')
    expect(read('pool', { pool: 'P1' }, 'name')).toBe('Main pool')
    expect(read('pool', { pool: 'P9' })).toBe('P9')
    expect(read('areaId', { areaId: 2 })).toBe('India')
    expect(read('pool', { pool: null })).toBe('')
  })

  test('a fact shows days unchanged and exact numbers with their unit', () => {
    expect(read('from', { from: '2026-11-21' })).toBe('2026-11-21')
    expect(read('rate', { rate: '2.5000' })).toBe('2.50%')
    expect(read('rate', { rate: '2.5125' })).toBe('2.5125%')
    expect(read('weight', { weight: '3' })).toBe('3 kg')
    expect(read('price', { price: '1234567.8000' })).toBe('1,234,567.80')
    expect(read('rate', { rate: 'typed wrongly' })).toBe('typed wrongly')
    expect(read('rate', { rate: null })).toBe('')
  })

  test('a fact of two codes shows the finer code with both names', () => {
    expect(read('centre', { centre: 'C', type: 'T' })).toBe('T / Rebate')
    expect(read('centre', { centre: 'C', type: 'X' })).toBe('X')
    expect(read('centre', { centre: '', type: '' })).toBe('')
  })

  test('a fact of several fields joins them up to the first missing one', () => {
    expect(read(PERIOD, { year: 2026, month: 3 })).toBe('2026-03')
    expect(read(PERIOD, { year: 2026 })).toBe('2026')
    expect(read(PERIOD, { month: 3 })).toBe('')
  })
})

describe('a document view', () => {
  test('a document view without settings shows every typed field once, freezes the first column and sums the money', () => {
    const view = viewOf({ fields, lines })
    const numbers = ['from', 'rate', 'price', 'weight']
    expect(view.form).toEqual(['kind', 'areaId', 'pool', 'centre', 'year', 'month', ...numbers])
    expect(view.facts).toEqual([view.form])
    expect(view.lines).toEqual({ columns: ['item', 'size', 'price'], frozen: ['item'], sum: 'price', card: ['item'] })
    expect(headingText(view, reading.text, { kind: 'new' })).toBe('<label>')
  })

  test('a document view without a sum totals no column, although it has an amount', () => {
    expect(viewOf({ fields, lines, view: { lines: { sum: null } } }).lines.sum).toBeNull()
  })

  test('the title of a document is its kind and its subject, without values that are unknown', () => {
    const view: FullView = viewOf({ fields, lines, view: { title: 'kind', subject: ['areaId', 'pool', PERIOD] } })
    const title = (values: Readonly<Record<string, unknown>>) => titleText(view, reading, values, ', ')
    expect(title({ kind: 'more', areaId: 2, pool: 'P1', year: 2026, month: 12 })).toBe(
      '<titles.more>, India, Main pool, 2026-12',
    )
    expect(title({ kind: 'more' })).toBe('<titles.more>')
  })
})
