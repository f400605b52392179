import { describe, expect, it } from 'vitest'
import { defineColumns } from './columns.ts'
import { parseTexts, rowParser } from './parse-rows.ts'
import { readRows } from './read-rows.ts'
import { errorWorkbookStream } from './write-errors.ts'

const columns = defineColumns([
  { key: 'code', titles: { zh: '编码', en: 'Code' }, required: true, kind: 'code' },
  { key: 'amount', titles: { zh: '金额', en: 'Amount' }, required: true, kind: 'amount' },
])
const limits = { maxBytes: 1e6, maxUncompressedBytes: 1e7, maxRows: 100, maxColumns: 20 }

async function collected<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of source) found.push(item)
  return found
}

describe('workbook of errors', () => {
  it.each(['zh', 'en'] as const)('reads back through the same columns in %s', async (language) => {
    async function* batches() {
      yield [
        {
          row: 7,
          texts: { code: '0012', amount: '=1+1' },
          problems: [{ column: 'amount', msg: 'A formula is not accepted' }],
        },
      ]
    }
    const chunks = await collected(errorWorkbookStream({ sheetName: 'Lines', columns, language, batches: batches() }))
    const { header, batches: read } = await readRows(Buffer.concat(chunks), limits)
    expect(header).toHaveLength(4)
    const parser = rowParser(header, columns, language)
    expect(parser.warnings).toEqual([])
    const [row] = (await collected(read)).flat()
    expect(row?.cells.at(-1)).toEqual({ kind: 'text', text: 'A formula is not accepted' })
    expect(parser.parse(row!)).toMatchObject({ ok: false, errors: [{ column: 'amount', key: 'excel.cellNotNumber' }] })
  })
})

describe('a row that was mended', () => {
  it('is read as one of the file, its formulas refused', () => {
    expect(parseTexts(3, { code: ' 0012 ', amount: '１２' }, columns)).toEqual({
      row: 3,
      ok: true,
      values: { code: '0012', amount: '12.00' },
      warnings: [{ row: 3, column: 'amount', key: 'excel.cellFullWidth', params: { text: '12.00' } }],
    })
    expect(parseTexts(3, { code: '=A1', amount: '1' }, columns)).toMatchObject({
      errors: [{ column: 'code', key: 'excel.cellFormula' }],
    })
    expect(parseTexts(3, {}, columns)).toBeNull()
  })
})
