import { describe, expect, it } from 'vitest'
import { contentDifference, matchLines } from './content-difference.ts'
import { defineDocument } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'

const definition = defineDocument({
  name: 'sample',
  area: 'sample',
  table: 'sample',
  number: { prefix: 'S', reset: 'month' },
  api: '/s',
  pages: { pc: '/p', mobile: '/m', list: '/p/list', edit: '/p/edit' },
  viewRight: 'v',
  fields: {
    kind: f.choice(['new', 'more'], { required: true }),
    pool: f.ref({ names: 'pools' }),
    year: f.integer(),
    month: f.integer(),
    currency: f.code(),
    source: f.choice(['typed', 'file']),
    reason: f.text(),
    total: f.money({ computed: true }),
  },
  lines: {
    country: f.ref({ names: 'countries' }, { required: true }),
    project: f.code({ required: true }),
    amount: f.money({ required: true }),
    available: f.money({ computed: true }),
    code: f.code({ assigned: true }),
    remark: f.text(),
  },
  lineLimits: { typed: 50, file: 100 },
  states: { draft: 'grey' },
  initial: 'draft',
  actions: {},
  view: {
    title: 'kind',
    amount: 'total',
    currency: 'currency',
    facts: [['pool', { label: 'period', of: ['year', 'month'] }], ['reason']],
    form: ['kind', 'pool', 'year', 'month', 'currency', 'reason'],
    lines: { columns: ['country', 'project', 'amount', 'available', 'code', 'remark'], card: ['country', 'project'] },
  },
  list: { columns: [], filters: [], sort: [] },
})

const HEADER = { kind: 'new', pool: 'P1', year: 2026, month: 3, currency: 'INR', reason: 'Plan', total: '30.00' }
const line = (project: string, amount: string, more: object = {}) => ({
  country: 'IN',
  project,
  amount,
  available: '0.00',
  remark: null,
  ...more,
})
const LINES = [line('A', '10.00'), line('B', '20.00')]
const reading = {
  names: { pools: { P1: 'Main pool', P2: 'Second pool' }, countries: { IN: 'India', ID: 'Indonesia' } },
  text: (path: string) => `<${path}>`,
}
const diff = (header: object, lines: readonly object[], before: readonly object[] = LINES) =>
  contentDifference(
    definition,
    reading,
    { header: HEADER, lines: before as never },
    { header: { ...HEADER, ...header }, lines: lines as never },
  )
const said = ({ changes }: ReturnType<typeof diff>) =>
  changes.map(({ row, line: what, field, before, after }) => [row, what, field, before, after])

describe('differences of a header', () => {
  it('differences of a header name codes, options and amounts with currency', () => {
    const { changes } = diff({ kind: 'more', pool: 'P2', total: '1234.5' }, LINES)
    expect(changes.map(({ label, before, after }) => [label, before, after])).toEqual([
      ['<fields.kind>', '<options.kind.new>', '<options.kind.more>'],
      ['<fields.total>', '30.00 INR', '1,234.50 INR'],
      ['<fields.pool>', 'P1 / Main pool', 'P2 / Second pool'],
    ])
  })

  it('differences of a header name two fields of one fact once', () => {
    expect(said(diff({ month: 4 }, LINES))).toEqual([[null, null, 'period', '2026-03', '2026-04']])
  })

  it('differences of a header name added and removed values, and no hidden field', () => {
    expect(said(diff({ reason: null, source: 'file' }, LINES))).toEqual([[null, null, 'reason', 'Plan', null]])
  })

  it('a changed currency is named at the currency and the total, not at every line', () => {
    expect(said(diff({ currency: 'USD' }, LINES))).toEqual([
      [null, null, 'total', '30.00 INR', '30.00 USD'],
      [null, null, 'currency', 'INR', 'USD'],
    ])
  })
})

describe('differences of lines', () => {
  it('differences of lines ignore their order and computed values', () => {
    expect(said(diff({}, [line('B', '20.00', { available: '7.00' }), line('A', '10.00')]))).toEqual([])
  })

  it('differences of lines ignore server-assigned codes', () => {
    expect(said(diff({}, [line('A', '10.00', { code: 'N1' }), line('B', '20.00')]))).toEqual([])
    const numbered = [line('A', '10.00', { code: 'N1' })]
    expect(said(diff({}, [line('A', '10.00', { code: 'N2' })], numbered))).toEqual([[1, 'changed', 'code', 'N1', 'N2']])
  })

  it('differences of lines compare lines by key, wherever they stand', () => {
    const changed = diff({}, [line('B', '25.00'), line('A', '10.00')])
    expect(said(changed)).toEqual([[1, 'changed', 'amount', '20.00 INR', '25.00 INR']])
    expect(changed.changes[0]?.about).toBe('India · B')
  })

  it('a line inserted in front leaves the others unchanged', () => {
    expect(said(diff({}, [line('C', '5.00'), ...LINES]))).toEqual([
      [1, 'added', 'country', null, 'IN / India'],
      [1, 'added', 'project', null, 'C'],
      [1, 'added', 'amount', null, '5.00 INR'],
    ])
  })

  it('a removed line keeps its former number', () => {
    expect(said(diff({}, [line('B', '20.00')])).map(([row, what]) => [row, what])).toEqual(
      Array.from({ length: 3 }, () => [1, 'removed']),
    )
  })

  it('a corrected code in the same line is a change, and a different line is a removal and an addition', () => {
    expect(said(diff({}, [line('A', '10.00'), line('X', '20.00')]))).toEqual([[2, 'changed', 'project', 'B', 'X']])
    const other = said(diff({}, [line('A', '10.00'), line('X', '99.00', { country: 'ID', remark: 'new' })]))
    expect(new Set(other.map(([, what]) => what))).toEqual(new Set(['added', 'removed']))
  })

  it('two lines have the same key, and the equal one stays unchanged', () => {
    const twice = [line('A', '10.00'), line('A', '11.00')]
    expect(said(diff({}, [line('A', '11.00'), line('A', '12.00')], twice))).toEqual([
      [2, 'changed', 'amount', '10.00 INR', '12.00 INR'],
    ])
  })

  it('a long list of differences is cut with the number of the rest', () => {
    const many = Array.from({ length: 100 }, (_, index) => line(`P${index}`, '1.00'))
    const changed = diff({}, many, [])
    expect([changed.changes.length, changed.more]).toEqual([200, 100])
  })

  it('differences of ten thousand lines are found within a second', () => {
    const many = (amount: string, key: string) =>
      Array.from({ length: 10_000 }, (_, index) => line(`${key}${index}`, amount))
    const match = (after: readonly object[]) =>
      matchLines(definition.lines, ['country', 'project', 'amount'], many('1.00', 'P'), after as never)
    const started = performance.now()
    expect(match(many('2.00', 'P')).pairs).toHaveLength(10_000)
    expect(match(many('2.00', 'Q')).pairs).toHaveLength(0)
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})
