import { describe, expect, it } from 'vitest'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { readContent, readValues } from './content.ts'
import { defineDocument } from './definition.ts'
import { f } from './fields.ts'

const definition = defineDocument({
  name: 'sample',
  area: 'sample',
  table: 'sample',
  number: { prefix: 'S', reset: 'month' },
  api: '/s',
  pages: { pc: '/p', mobile: '/m', list: '/p/list', edit: '/p/edit' },
  viewRight: 'v',
  fields: {
    kind: f.choice(['a', 'b'], { required: true }),
    code: f.code({ max: 5 }),
    note: f.text({ max: 4 }),
    month: f.integer({ range: [1, 12] }),
    count: f.integer(),
    from: f.date({ years: [2020, 2030] }),
    rate: f.decimal({ digits: 4, min: '0', max: '100' }),
    delta: f.decimal({ digits: 0, min: '-5', max: '5' }),
    withheld: f.flag(),
    total: f.money({ computed: true }),
  },
  lines: { amount: f.money({ required: true }) },
  lineLimits: { typed: 2, file: 3 },
  states: { draft: 'grey' },
  initial: 'draft',
  actions: {},
  list: { columns: [], filters: [], sort: [] },
})
const read = (header: object, lines: unknown = [{ amount: '1' }]) =>
  readContent(definition, { kind: 'a', ...header, lines }, { lineLimit: 2 })
const keys = (outcome: ReturnType<typeof read>) =>
  outcome.refusals.map(({ key, field, row }) => [key, field, ...(row === undefined ? [] : [row])])
const HOSTILE: readonly unknown[] = [
  {},
  [],
  true,
  1,
  Number.NaN,
  Infinity,
  { toString: () => 'a' },
  ['a'],
  () => 'a',
  Symbol.iterator,
]

describe('a header value of a document', () => {
  it('a header value is read by its kind', () => {
    const { content, refusals } = read({ code: ' x ', note: '', month: '7', count: -3, total: '99' })
    expect(refusals).toEqual([])
    const nothing = { from: null, rate: null, delta: null, withheld: null, total: null }
    expect(content.header).toEqual({ kind: 'a', code: 'x', note: null, month: 7, count: -3, ...nothing })
  })

  it('a day, an exact number and a yes have one wire format', () => {
    const { content, refusals } = read({ from: ' 2028-02-29', rate: '2.5', delta: '-0.00', withheld: 'yes' })
    expect(refusals).toEqual([])
    expect(content.header).toMatchObject({ from: '2028-02-29', rate: '2.5000', delta: '0', withheld: 'yes' })
    expect(read({ rate: '100', from: '2020-01-01' }).content.header).toMatchObject({ rate: '100.0000' })
    expect(read({ rate: '0.00010', from: '2030-12-31' }).content.header).toMatchObject({ rate: '0.0001' })
  })

  it.each([
    ['kind', 'c', 'notAnOption'],
    ['kind', '__proto__', 'notAnOption'],
    ['kind', '', 'required'],
    ['kind', null, 'required'],
    ['kind', '  ', 'required'],
    ['code', 'toolong', 'tooLong'],
    ['code', 'a\u0000', 'notAnOption'],
    ['note', '12345', 'tooLong'],
    ['month', 13, 'outOfRange'],
    ['month', 0, 'outOfRange'],
    ['month', 1.5, 'notWholeNumberFrom'],
    ['month', '1.0', 'notWholeNumberFrom'],
    ['month', '0x1', 'notWholeNumberFrom'],
    ['month', '1e0', 'notWholeNumberFrom'],
    ['count', 2_147_483_648, 'outOfRange'],
    ['from', '2026-02-29', 'noSuchDay'],
    ['from', '2026-13-45', 'noSuchDay'],
    ['from', '29.02.2028', 'noSuchDay'],
    ['from', '2028-2-9', 'noSuchDay'],
    ['from', '2028-02-29T00:00:00Z', 'noSuchDay'],
    ['from', '2019-12-31', 'outOfRange'],
    ['from', '2031-01-01', 'outOfRange'],
    ['from', '+002026-01-01', 'noSuchDay'],
    ['rate', '0.00001', 'moreDecimals'],
    ['rate', '100.0001', 'outOfRange'],
    ['rate', '-1', 'outOfRange'],
    ['rate', '1e1', 'notAmount'],
    ['rate', '1,5', 'notAmount'],
    ['rate', 'NaN', 'notAmount'],
    ['rate', '٣', 'notAmount'],
    ['delta', '1.5', 'moreDecimals'],
    ['delta', '9'.repeat(40), 'notAmount'],
    ['withheld', true, 'notAnOption'],
    ['withheld', 'true', 'notAnOption'],
    ['count', '9999999999', 'notWholeNumber'],
  ])('the header value %s = %j is refused: %s', (field, value, key) =>
    expect(keys(read({ [field]: value }))).toEqual([[`document.${key}`, field]]),
  )

  it('the refusal of a number that is not whole names the range of its field, with digits in groups', () => {
    const [refusal] = read({ month: '1.5' }).refusals
    expect(refusal).toMatchObject({ params: { min: '1', max: '12' } })
    const refusals: Refusal[] = []
    readValues({ pieces: f.quantity() }, (field) => field, { pieces: '-1' }, refusals)
    expect(refusalText('en', refusals[0]!)).toBe('pieces: positive integers only, from 1 to 999,999,999')
    expect(refusalText('zh', refusal!)).toContain('1至12之间的整数')
  })

  it('a header value of a wrong type is refused without an error', () => {
    for (const value of HOSTILE) {
      expect(keys(read({ kind: value }))).toEqual([['document.notAnOption', 'kind']])
      expect(keys(read({ code: value }))).toEqual([['document.notAnOption', 'code']])
      expect(keys(read({ from: value }))).toEqual([['document.noSuchDay', 'from']])
      expect(keys(read({ rate: value }))).toEqual([['document.notAmount', 'rate']])
      if (value !== 1) expect(keys(read({ month: value }))).toEqual([['document.notWholeNumberFrom', 'month']])
    }
  })

  it('a computed header value is never taken from input', () =>
    expect(read({ total: '1e99' }).content.header).toMatchObject({ total: null }))
})

describe('lines of a document', () => {
  it('refusals of lines name their row, and good lines are kept', () => {
    const outcome = read({}, [{ amount: '1.5' }, { amount: '-1' }])
    expect(keys(outcome)).toEqual([['document.notPositive', 'amount', 1]])
    expect(outcome.content.lines).toEqual([{ amount: '1.50' }, { amount: null }])
  })

  it('too many lines, no lines or something else than lines is refused', () => {
    expect(keys(read({}, [{}, {}, {}]))).toEqual([['document.tooManyLines', 'lines']])
    for (const lines of [[], null, 'x', 7, { length: 1 }])
      expect(keys(read({}, lines))).toEqual([['document.noLines', 'lines']])
  })

  it('lines that are no objects count as empty', () => {
    for (const line of [null, 'x', 7, []]) expect(keys(read({}, [line]))).toEqual([['document.required', 'amount', 0]])
  })

  it('an amount of a line is never a JSON number', () => {
    for (const value of HOSTILE)
      expect(keys(read({}, [{ amount: value }]))).toEqual([['document.notAmount', 'amount', 0]])
  })
})
