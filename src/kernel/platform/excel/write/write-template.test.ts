import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { readZip } from '#test/helpers/laws/file-parts.ts'
import { defineColumns } from '../columns.ts'
import { rowParser } from '../read/parse-rows.ts'
import { readSheet } from '../read/read-workbook.ts'
import { templateWorkbook } from './write-template.ts'

const columns = defineColumns([
  { key: 'country', titles: { zh: '国家', en: 'Country' }, required: true, kind: 'code' },
  { key: 'amount', titles: { zh: '金额', en: 'Amount' }, required: true, kind: 'amount' },
  { key: 'product', titles: { zh: '产品', en: 'Product' }, required: false, kind: 'code', options: ['phone', 'iot'] },
  { key: 'remark', titles: { zh: '备注', en: 'Remark' }, required: false, kind: 'text' },
])

const EXAMPLE = { country: 'C7', amount: '1234.50', product: null, remark: '001' }

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
    example: EXAMPLE,
    rowLimit: 10_000,
  })
}

const limits = { maxBytes: 1e6, maxUncompressedBytes: 1e7, maxRows: 100, maxColumns: 20 }

describe('the template of an import', () => {
  it.each(['zh', 'en'] as const)(
    'the template reads back through its own columns in %s, without its example',
    async (language) => {
      const sheet = await readSheet(await template(language), limits)
      const [row] = sheet.rows
      expect(sheet.rows).toHaveLength(1)
      const own = rowParser(sheet.header, columns, language, { example: EXAMPLE })
      expect(own.warnings).toEqual([])
      expect(own.parse(row!)).toBeNull()
      // Without its mark it is an ordinary row.
      const values = { ...EXAMPLE }
      expect(own.parse({ ...row!, cells: row!.cells.slice(0, -1) })).toEqual({ row: 2, ok: true, values, warnings: [] })
      // A person's own row with the mark left on is refused, not silently skipped.
      const cells = row!.cells.map((cell, at) => (at === 1 ? ({ kind: 'number', text: '7' } as const) : cell))
      expect(own.parse({ ...row!, cells })).toMatchObject({ ok: false, errors: [{ key: 'excel.rowExample' }] })
    },
  )

  it("the template explains each column in its reader's language", async () => {
    const notes = async (language: 'zh' | 'en') => {
      const { sheets } = await readXlsx(await template(language), { readStyles: true })
      return [0, 1, 2].map((column) => sheets[0]?.cells?.get(`0,${column}`)?.comment?.text)
    }
    expect(await notes('en')).toEqual([
      'Must be filled in.\nA code, as text: leading zeros count.\nChoose from the list, or enter the code alone.',
      'Must be filled in.\nAn amount with at most two decimals. No formula.',
      'May stay empty.\nA code, as text: leading zeros count.\nChoose from the list, or enter the code alone.',
    ])
    expect((await notes('zh'))[1]).toBe('必填。\n金额，最多两位小数，不接受公式。')
  })

  it('the template freezes its header, formats its columns and offers lists from a hidden sheet', async () => {
    const workbook = await readXlsx(await template('en'), { readStyles: true })
    const [lines, help, lists] = workbook.sheets
    expect(workbook.sheets.map((sheet) => sheet.name)).toEqual(['Lines', 'Help', 'lists'])
    expect(lines?.rows[0]?.slice(0, 4)).toEqual(['Country *', 'Amount *', 'Product', 'Remark'])
    expect(lines?.freezePane).toMatchObject({ rows: 1 })
    const example = [0, 1, 3, 4].map((column) => lines?.cells?.get(`1,${column}`))
    expect(example.map((cell) => cell?.style?.numFmt)).toEqual(['@', '#,##0.00', '@', '@'])
    expect(example.map((cell) => cell?.style?.font?.italic)).toEqual([true, true, true, true])
    const heads = [0, 1, 2].map((column) => lines?.cells?.get(`0,${column}`)?.style)
    expect(heads.map((style) => style?.fill)).toMatchObject(
      ['1F5FBF', '1F5FBF', 'F2F4F7'].map((rgb) => ({ pattern: 'solid', fgColor: { rgb } })),
    )
    expect(heads.map((style) => style?.alignment?.horizontal)).toEqual(['left', 'right', 'left'])
    expect(lines?.columns?.map(({ width }) => width)).toEqual([37, 14, 14, 14, 29])
    expect(lines?.dataValidations).toEqual(
      [
        { formula1: 'lists!$A$1:$A$120', range: 'A2:A10001' },
        { formula1: 'lists!$B$1:$B$2', range: 'C2:C10001', allowBlank: true },
      ].map((choice) => ({ ...choice, type: 'list', errorStyle: 'warning', showErrorMessage: true })),
    )
    expect(help?.rows).toEqual([['How to'], ['One'], ['Two']])
    expect([help?.freezePane, help?.hidden ?? false]).toEqual([undefined, false])
    expect(lists?.hidden).toBe(true)
    expect(lists?.rows).toHaveLength(120)
    expect(lists?.rows[0]).toEqual(['C0 / Land 0, "größer" & <more>', 'phone'])
    expect(lists?.rows[1]).toEqual(['C1 / Land 1, "größer" & <more>', 'iot'])
  })

  it('every row of the template has the formats of its columns, whatever their number', async () => {
    const parts = new Map(
      readZip(Buffer.from(await template('en'))).map(({ name, content }) => [name, String(content)]),
    )
    const columnStyles = [...parts.get('xl/worksheets/sheet1.xml')!.matchAll(/<col [^>]*style="(\d+)"/g)]
    const cellStyles = parts
      .get('xl/styles.xml')!
      .split('<cellXfs')[1]!
      .match(/<xf [^>]*>/g)!
    const formats = columnStyles.map(([, style]) => /numFmtId="(\d+)"/.exec(cellStyles[Number(style)]!)?.[1])
    // 49 is text, 4 is two places with separators, 0 is the general format of the example's mark.
    expect(formats).toEqual(['49', '4', '49', '49', '0'])
  })

  it('the template has no sheet of lists without lists, and no example mark without an example', async () => {
    const bytes = await templateWorkbook({
      sheetName: 'Lines',
      columns: columns.filter(({ key }) => key === 'amount'),
      lists: {},
      instructions: { sheetName: 'Help', title: 'How to', lines: [] },
      language: 'en',
      rowLimit: 10,
    })
    const { sheets } = await readXlsx(bytes)
    expect(sheets.map(({ name }) => name)).toEqual(['Lines', 'Help'])
    expect(sheets[0]?.rows).toEqual([['Amount *']])
  })
})
