import { readXlsx } from 'hucre/xlsx'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { Cell } from '../cell.ts'
import { defineColumns } from '../columns.ts'
import { rowParser } from '../read/parse-rows.ts'
import { readSheet } from '../read/read-workbook.ts'
import { type ErrorRow, errorWorkbookStream } from './write-errors.ts'

const columns = defineColumns([
  { key: 'code', titles: { zh: '编码', en: 'Code' }, required: true, kind: 'code' },
  { key: 'amount', titles: { zh: '金额', en: 'Amount' }, required: true, kind: 'amount' },
  { key: 'imei', titles: { zh: '串码', en: 'IMEI' }, required: false, kind: 'code' },
  { key: 'remark', titles: { zh: '备注', en: 'Remark' }, required: false, kind: 'text' },
])
const limits = { maxBytes: 1e6, maxUncompressedBytes: 1e7, maxRows: 100, maxColumns: 20 }

const text = (value: string): Cell => ({ kind: 'text', text: value })
const number = (value: string): Cell => ({ kind: 'number', text: value })
const formula = (value: string): Cell => ({ kind: 'formula', text: value })
const error = (value: string): Cell => ({ kind: 'error', text: value })
const date = (value: string): Cell => ({ kind: 'date', text: value })
const nothing: Cell = { kind: 'empty' }

async function workbook(language: 'zh' | 'en', ...rows: ErrorRow[]): Promise<Uint8Array> {
  async function* batches() {
    yield rows
  }
  return await buffer(errorWorkbookStream({ sheetName: 'Lines', columns, language, batches: batches() }))
}

function errorRow(
  row: number,
  [code, amount, imei, remark]: readonly (Cell | undefined)[],
  ...bad: string[]
): ErrorRow {
  const cells = { code: code ?? nothing, amount: amount ?? nothing, imei: imei ?? nothing, remark: remark ?? nothing }
  return { row, cells, problems: bad.map((column) => ({ column, msg: 'wrong' })) }
}

describe('the workbook of bad rows', () => {
  it.each<['zh' | 'en', string]>([
    ['zh', '金额: 太小; 金额须大于 0; 缺少一行'],
    ['en', 'Amount: 太小; Amount: 金额须大于 0; 缺少一行'],
  ])(
    'the workbook of bad rows says what is wrong in which column, and is read back without the added columns (%s)',
    async (language, said) => {
      const problems = [
        { column: 'amount', msg: '太小' },
        // A message that names its column does not get the name twice.
        { column: 'amount', msg: '金额须大于 0' },
        { column: null, msg: '缺少一行' },
      ]
      const bytes = await workbook(language, { row: 7, cells: { code: text('0012') }, problems })
      const sheet = await readSheet(bytes, limits)
      expect(sheet.rows[0]?.cells.slice(4)).toEqual([number('7'), text(said)])
      const parser = rowParser(sheet.header, columns, language)
      expect(parser.warnings).toEqual([])
      expect(parser.parse(sheet.rows[0]!)).toMatchObject({
        ok: false,
        texts: { code: '0012' },
        errors: [{ column: 'amount', key: 'excel.cellRequired' }],
      })
    },
  )

  it('the workbook of bad rows holds amounts as numbers, identifiers as texts and nothing that runs', async () => {
    const bytes = await workbook(
      'en',
      errorRow(2, [number('1001'), number('1234.5600000000001'), number('356938035643809'), text('+1')], 'code'),
      errorRow(3, [text('007'), text('12.5'), nothing, formula('=cmd|A1')], 'remark'),
    )
    const { rows } = await readSheet(bytes, limits)
    expect(rows.map(({ cells }) => cells.slice(0, 4))).toEqual([
      [text('1001'), number('1234.5600000000001'), text('356938035643809'), text('+1')],
      [text('007'), number('12.5'), nothing, text('=cmd|A1')],
    ])
    const { sheets } = await readXlsx(bytes, { readStyles: true })
    const cells = [...(sheets[0]?.cells?.values() ?? [])]
    expect(cells.filter((cell) => cell.formula !== undefined)).toEqual([])
  })

  it('the workbook of bad rows marks bad cells, also empty ones', async () => {
    const bytes = await workbook('en', errorRow(2, [text('a'), nothing, number('3.5E+14')], 'amount', 'imei'))
    const { sheets } = await readXlsx(bytes, { readStyles: true })
    const fills = [0, 1, 2].map((column) => sheets[0]?.cells?.get(`1,${column}`)?.style?.fill)
    expect(fills[0]).not.toMatchObject({ pattern: 'solid' })
    expect(fills[1]).toMatchObject({ pattern: 'solid' })
    expect(fills[2]).toEqual(fills[1])
  })

  it('the workbook of bad rows gets the same refusals when it is uploaded unchanged', async () => {
    const bad: readonly (readonly Cell[])[] = [
      [number('1.2345678901234567E+17'), number('1.005'), number('3.5E+14'), text('#N/A')],
      [date('2026-03-12'), number('-5'), text('3.5E+14'), error('#REF!')],
      [text(''), text('abc'), text('356938035643800'), formula('=B2&"x"')],
      [error('#VALUE!'), formula('=SUM(B1:B2)'), date('2026-03-12 10:30:00'), date('2026-03-12')],
      [text('A1'), nothing, text('123'), text('=a\nb')],
    ]
    const parser = rowParser(['Code', 'Amount', 'IMEI', 'Remark'], columns, 'en')
    const before = bad.map((cells, index) => parser.parse({ row: index + 2, cells }))
    const rows = bad.map((cells, index) => {
      const parsed = before[index]
      return errorRow(index + 2, cells, ...(parsed && !parsed.ok ? parsed.errors.map(({ column }) => column) : []))
    })
    const sheet = await readSheet(await workbook('en', ...rows), limits)
    const again = rowParser(sheet.header, columns, 'en')
    const errors = (parsed: (typeof before)[number]) =>
      parsed && !parsed.ok ? parsed.errors.map(({ column, key, params }) => [column, key, params]) : 'good'
    expect(sheet.rows.map((row) => errors(again.parse(row)))).toEqual(before.map(errors))
    const { texts } = again.parse(sheet.rows[4]!) as { texts: object }
    expect(texts).toMatchObject({ code: 'A1', remark: '=a\nb' })
    expect(before.map(errors).flat().length).toBeGreaterThan(14)
  })
})
