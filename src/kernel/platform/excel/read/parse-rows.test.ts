import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refused } from '#kernel/base/errors/errors.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import type { Cell, SheetRow } from '../cell.ts'
import { defineColumns } from '../columns.ts'
import { excelErrors } from '../excel.errors.ts'
import { exampleMarks } from '../locale/added-columns.ts'
import { parseRows, rowParser } from './parse-rows.ts'

const columns = defineColumns([
  { key: 'code', titles: { zh: '编码', en: 'Code' }, required: true, kind: 'code', maxLength: 8 },
  { key: 'amount', titles: { zh: '金额', en: 'Amount' }, required: true, kind: 'amount', positive: true },
  { key: 'count', titles: { zh: '数量', en: 'Count' }, required: false, kind: 'integer' },
  { key: 'kind', titles: { zh: '类型', en: 'Kind' }, required: false, kind: 'code', options: ['A', 'B'] },
  { key: 'remark', titles: { zh: '备注', en: 'Remark' }, required: false, kind: 'text', maxLength: 5 },
])

const text = (value: string): Cell => ({ kind: 'text', text: value })
const number = (value: string): Cell => ({ kind: 'number', text: value })
const empty: Cell = { kind: 'empty' }
const header = ['Code', 'Amount', 'Count', 'Kind', 'Remark']

function parse(...rows: Cell[][]) {
  return parseRows({ header, rows: rows.map((cells, index) => ({ row: index + 2, cells })) }, columns, 'en')
}

/** The key of the first error in a row that is valid except for this one cell. */
function problem(place: number, cell: Cell): string | undefined {
  const cells = [text('X1'), number('1'), empty, empty, empty]
  cells[place] = cell
  const row = parse(cells).rows[0]
  return row?.ok === false ? row.errors[0]?.key.replace('excel.', '') : undefined
}

function amount(cell: Cell): string | undefined {
  const row = parse([text('X1'), cell]).rows[0]
  return row?.ok ? row.values.amount : row?.errors[0]?.key
}

function refusals(titles: string[], cells: Cell[] = [text('X'), number('1')]) {
  try {
    return parseRows({ header: titles, rows: [{ row: 2, cells }] }, columns, 'zh').warnings
  } catch (error) {
    if (error instanceof Refused) return error.refusals
    throw error
  }
}

describe('the header of an import sheet', () => {
  it("each missing required column of a sheet is named in the reader's language", () => {
    expect(refusals(['备注'])).toEqual([excelErrors.columnMissing({ columns: '编码、金额', count: 2 })])
  })

  it('a sheet with the same column twice is refused, also in two languages', () => {
    expect(refusals(['Code', 'Amount', '金额'])).toEqual([excelErrors.columnTwice({ column: '金额' })])
  })

  it('columns are found in either language, any order and with template marks, and unknown ones get a warning', () => {
    const sheet = {
      header: ['extra', '', ' AMOUNT  *', '编码*'],
      rows: [{ row: 2, cells: [text('?'), empty, number('2'), text('X1')] }],
    }
    const parsed = parseRows(sheet, columns, 'en')
    expect(parsed.warnings).toEqual([excelErrors.columnIgnored({ column: 'extra' })])
    expect(parsed.rows).toEqual([
      {
        row: 2,
        ok: true,
        values: { code: 'X1', amount: '2.00', count: null, kind: null, remark: null },
        warnings: [],
      },
    ])
  })

  it('a sheet with only blank rows is refused', () => {
    expect(refusals(['Code', 'Amount', 'other'], [text('  '), empty, text('x')])).toEqual([excelErrors.emptySheet()])
  })
})

describe('the rows of an import sheet', () => {
  it('good rows of a sheet are kept, and bad rows get every reason and text', () => {
    const parsed = parse(
      [text('X1'), text('1,234.5')],
      [],
      [text('\u3000'), empty],
      [text('TOO-LONG-CODE'), text('abc'), number('1.5'), text('C'), text('ok')],
    )
    expect(parsed).toMatchObject({ goodCount: 1, badCount: 1 })
    expect(parsed.rows[0]).toMatchObject({ row: 2, ok: true, values: { code: 'X1', amount: '1234.50' } })
    expect(parsed.rows[1]).toEqual({
      row: 5,
      ok: false,
      texts: { code: 'TOO-LONG-CODE', amount: 'abc', count: '1.5', kind: 'C', remark: 'ok' },
      errors: [
        { row: 5, column: 'code', key: 'excel.cellTooLong', params: { max: 8 } },
        { row: 5, column: 'amount', key: 'excel.cellNotNumber', params: {} },
        { row: 5, column: 'count', key: 'excel.cellNotWhole', params: { min: '0', max: '999,999,999' } },
        { row: 5, column: 'kind', key: 'excel.cellNotOption', params: { choices: 'A, B' } },
      ],
      warnings: [],
    })
  })

  it.each<[string, number, Cell, string | undefined]>([
    ['an empty required cell', 0, empty, 'cellRequired'],
    ['one of spaces', 0, text(' \u00a0\u3000'), 'cellRequired'],
    ['a formula', 1, { kind: 'formula', text: '=1+1' }, 'cellFormula'],
    ['a formula in a text', 4, { kind: 'formula', text: '=A1' }, 'cellFormula'],
    ['an Excel error', 1, { kind: 'error', text: '#DIV/0!' }, 'cellError'],
    ['one as a csv file holds it', 4, text('#N/A'), 'cellError'],
    ['a date for an amount', 1, { kind: 'date', text: '2026-03-01' }, 'cellNotNumber'],
    ['true for an amount', 1, { kind: 'boolean', text: 'TRUE' }, 'cellNotNumber'],
    ['a code that became a date', 0, { kind: 'date', text: '2026-03-12' }, 'cellNotText'],
    ['a code that lost digits', 0, number('1.2345678901234567E+17'), 'cellDigitsLost'],
    ['one of 16 digits that end in zeros', 0, number('1234567890123450'), 'cellDigitsLost'],
    ['one that Excel showed as 3.56938E+14', 0, number('356938000000000'), 'cellDigitsLost'],
    ['what Excel saves of it as csv', 0, text('3.5E+14'), 'cellDigitsLost'],
    ['the same in full-width', 0, text('３.５Ｅ＋１４'), 'cellDigitsLost'],
    ['a code that only looks like it', 0, text('1E5'), undefined],
    ['a remark that says it', 4, text('1E+05'), undefined],
    ['a text that is too long', 4, text('123456'), 'cellTooLong'],
    ['five characters of two halves each', 4, text('😀😀😀😀😀'), undefined],
    ['zero for an amount', 1, number('0'), 'cellNotPositive'],
    ['half a piece', 2, text('0.5'), 'cellNotWhole'],
    ['three decimals of a piece', 2, text('0.125'), 'cellNotWhole'],
    ['a word for a piece', 2, text('one'), 'cellNotWhole'],
    ['a negative count', 2, number('-1'), 'cellNegative'],
    ['no such choice', 3, text('x'), 'cellNotOption'],
    ['a choice in small letters', 3, text('a'), undefined],
    ['a choice with its name', 3, text('B / Second'), undefined],
  ])('a cell of a sheet gets its problem: %s', (_, place, cell, expected) => {
    expect(problem(place, cell)).toBe(expected)
  })

  it('a choice is read by its code or its label in either language, and a label of two codes is refused with both', () => {
    const words = {
      A: { zh: '甲', en: 'First / best' },
      B: { zh: '乙', en: 'Other' },
      C: { zh: '丙', en: 'other' },
      Other2: { zh: 'a', en: 'x' },
    }
    const choice = defineColumns([
      {
        key: 'kind',
        titles: { zh: '类型', en: 'Kind' },
        required: true,
        kind: 'code',
        options: Object.keys(words),
        words,
      },
    ])
    const read = (cell: string) =>
      parseRows({ header: ['Kind'], rows: [{ row: 2, cells: [text(cell)] }] }, choice, 'en').rows[0]
    for (const [cell, code] of [
      ['b', 'B'],
      ['first / BEST', 'A'],
      ['A / First / best', 'A'],
      [' 丙 ', 'C'],
      // A code comes before the label of another.
      ['a', 'A'],
    ] as const)
      expect([cell, read(cell)]).toEqual([cell, { row: 2, ok: true, values: { kind: code }, warnings: [] }])
    expect(read('OTHER')).toMatchObject({
      errors: [{ column: 'kind', key: 'excel.cellAmbiguous', params: { text: 'OTHER', choices: 'B, C' } }],
    })
  })

  it('a huge text of a bad row is returned cut', () => {
    const row = parse([text('X1'), number('1'), empty, empty, text('x'.repeat(30_000))]).rows[0]
    expect(row?.ok === false && row.texts.remark).toHaveLength(1000)
  })

  it('numbers in codes are read without an exponent', () => {
    const row = parse([number('1.001E+3'), number('1')]).rows[0]
    expect(row?.ok && row.values.code).toBe('1001')
  })
})

describe('a code of many digits', () => {
  it('a code that Excel has shortened is refused', () => {
    expect(problem(0, text('3.56938E+14'))).toBe('cellDigitsLost')
    expect(problem(0, number('3.5E+14'))).toBe('cellDigitsLost')
  })

  it('full-width characters are read as ordinary ones with a warning', () => {
    const row = parse([text('ＡＢ０１'), text('１２'), empty, empty, text('（好）')]).rows[0]
    expect(row).toMatchObject({
      ok: true,
      values: { code: 'AB01', amount: '12.00', remark: '（好）' },
      warnings: [
        { column: 'code', key: 'excel.cellFullWidth', params: { text: 'AB01' } },
        { column: 'amount', key: 'excel.cellFullWidth', params: { text: '12.00' } },
      ],
    })
  })
})

describe('the example row of a template', () => {
  const marked = (language: 'zh' | 'en', code: string): SheetRow => ({
    row: 2,
    cells: [text(code), number('1'), empty, empty, empty, text(exampleMarks[language])],
  })
  const example = { code: 'X1', amount: '1.00' }
  const header = ['Code', 'Amount', '数量', 'Kind', '备注', '']

  it.each(['zh', 'en'] as const)('the example row of a template is skipped while it is unchanged (%s)', (language) => {
    expect(rowParser(header, columns, 'en', { example }).parse(marked(language, 'X1'))).toBeNull()
  })

  it('the example row of a template with other content is refused by name, never skipped silently', () => {
    expect(rowParser(header, columns, 'en', { example }).parse(marked('zh', 'X2'))).toMatchObject({
      ok: false,
      errors: [{ column: 'code', key: 'excel.rowExample' }],
    })
    expect(rowParser(header, columns, 'en').parse(marked('en', 'X1'))).toMatchObject({ ok: false })
  })
})

describe('amounts in a sheet', () => {
  it.each([
    ['1,234.50', '1234.50'],
    ['12,34,567.5', '1234567.50'],
    ['１２', '12.00'],
    ['１，２３４．５０', '1234.50'],
    [' +7. ', '7.00'],
    ['.5', '0.50'],
    ['1.500', '1.50'],
    ['999999999999999999.99', '999999999999999999.99'],
    ['1,23.50', 'excel.cellNotNumber'],
    ['1.234,50', '1234.50'],
    ['1,5', 'excel.cellNotNumber'],
    ['1e30', 'excel.cellNotNumber'],
    ['12 USD', 'excel.cellNotNumber'],
    ['--1', 'excel.cellNotNumber'],
    ['NaN', 'excel.cellNotNumber'],
    ['0x10', 'excel.cellNotNumber'],
    ['1.005', 'excel.cellDecimals'],
    ['-1', 'excel.cellNegative'],
    ['-0.001', 'excel.cellNegative'],
    ['1000000000000000000', 'excel.cellTooLarge'],
    ['9'.repeat(500), 'excel.cellTooLarge'],
  ])('an amount typed as text is read: %s', (written, expected) => {
    expect(amount(text(written))).toBe(expected)
  })

  it.each([
    ['1234.5600000000001', '1234.56'],
    ['0.30000000000000004', '0.30'],
    ['99999999999.990005', '99999999999.99'],
    ['1.5E3', '1500.00'],
    ['1E-2', '0.01'],
    ['1.005', 'excel.cellDecimals'],
    ['123456789.123', 'excel.cellDecimals'],
    ['1E-9', 'excel.cellDecimals'],
    ['1E+30', 'excel.cellTooLarge'],
    ['1e999999', 'excel.cellTooLarge'],
    ['-1E-3', 'excel.cellNegative'],
    ['123456789012345678.12', '123456789012345678.12'],
  ])('an amount stored as a number is read: %s', (stored, expected) => {
    expect(amount(number(stored))).toBe(expected)
  })

  it('every amount is read exactly, however it is grouped or calculated', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), fc.boolean(), (cents, grouped) => {
        const exact = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        expect(amount(text(grouped ? exact.replace(/\B(?=(\d{3})+\.)/g, ',') : exact))).toBe(exact)
        expect(amount(number(String(cents / 100)))).toBe(exact)
        expect(amount(number((cents / 100 / 3) * 3 + ''))).toBe(exact)
      }),
    )
  })
})

it('every refusal of a sheet has a text in both languages with all its parameters', () => {
  for (const reason of Object.keys(excelErrors)) {
    const key = `excel.${reason}`
    const params = {
      limit: '<p>',
      column: '<p>',
      columns: '<p>',
      count: 2,
      sheet: '<p>',
      max: '<p>',
      error: '<p>',
      text: '<p>',
      row: '<p>',
      choices: '<p>',
      min: '<p>',
    }
    for (const language of ['en', 'zh'] as const) expect(refusalText(language, { key, params })).not.toMatch(/[{}]/)
  }
})
