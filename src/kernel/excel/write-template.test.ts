import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { defineColumns } from './columns.ts'
import { parseRows } from './parse-rows.ts'
import { readSheet } from './read-workbook.ts'
import { templateWorkbook } from './write-template.ts'

const columns = defineColumns([
  { key: 'country', titles: { zh: '国家', en: 'Country' }, required: true, kind: 'code' },
  { key: 'amount', titles: { zh: '金额', en: 'Amount' }, required: true, kind: 'amount' },
  { key: 'product', titles: { zh: '产品', en: 'Product' }, required: false, kind: 'code', options: ['phone', 'iot'] },
  { key: 'remark', titles: { zh: '备注', en: 'Remark' }, required: false, kind: 'text' },
])

function template(language: 'zh' | 'en') {
  return templateWorkbook({
    sheetName: 'Lines',
    columns,
    lists: {
      country: Array.from({ length: 120 }, (_, index) => ({
        code: `C${index}`,
        name: `Land ${index}, "größer" & <more>`,
      })),
    },
    instructions: { sheetName: 'Help', title: 'How to', lines: ['One', 'Two'] },
    language,
    sampleRows: [{ country: 'C7', amount: '1234.50', remark: '001' }],
    rowLimit: 10_000,
  })
}

const limits = { maxBytes: 1e6, maxUncompressedBytes: 1e7, maxRows: 100, maxColumns: 20 }

describe('template', () => {
  it.each(['zh', 'en'] as const)('reads back through its own columns in %s', async (language) => {
    const sheet = await readSheet(await template(language), limits)
    const parsed = parseRows(sheet, columns, language)
    expect(parsed).toMatchObject({ goodCount: 1, badCount: 0, warnings: [] })
    expect(parsed.rows[0]).toEqual({
      row: 2,
      ok: true,
      values: { country: 'C7', amount: '1234.50', product: null, remark: '001' },
      warnings: [],
    })
  })

  it('freezes and marks its header, formats its columns and offers its lists from a hidden sheet', async () => {
    const workbook = await readXlsx(await template('en'), { readStyles: true })
    const [lines, help, lists] = workbook.sheets
    expect(workbook.sheets.map((sheet) => sheet.name)).toEqual(['Lines', 'Help', 'lists'])
    expect(lines?.rows[0]).toEqual(['Country *', 'Amount *', 'Product', 'Remark'])
    expect(lines?.freezePane).toMatchObject({ rows: 1 })
    const formats = (row: number) => [0, 1, 2, 3].map((column) => lines?.cells?.get(`${row},${column}`)?.style?.numFmt)
    expect(formats(1)).toEqual(['@', '#,##0.00', '@', '@'])
    expect(formats(1000)).toEqual(['@', '#,##0.00', '@', '@'])
    expect(lines?.dataValidations?.map(({ formula1, range }) => [formula1, range])).toEqual([
      ['lists!$A$1:$A$120', 'A2:A10001'],
      ['lists!$B$1:$B$2', 'C2:C10001'],
    ])
    expect(help?.rows).toEqual([['How to'], ['One'], ['Two']])
    expect(lists?.hidden).toBe(true)
    expect(lists?.rows[1]).toEqual(['C1 / Land 1, "größer" & <more>', 'iot'])
  })
})
