import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { defineColumns } from './columns.ts'
import { rowParser } from './parse-rows.ts'
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
    const { sheets } = await readXlsx(Buffer.concat(chunks), { readStyles: true })
    const fills = [0, 1].map((column) => sheets[0]?.cells?.get(`1,${column}`)?.style?.fill)
    expect(fills[0]).not.toEqual(fills[1])
    expect(fills[1]).toMatchObject({ pattern: 'solid' })
    expect(parser.parse(row!)).toMatchObject({ ok: false, errors: [{ column: 'amount', key: 'excel.cellNotNumber' }] })
  })
})
