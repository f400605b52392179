import { readXlsx } from 'hucre/xlsx'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { readSheet } from '../read/read-workbook.ts'
import type { Batches } from '../read/row-sink.ts'
import type { CellInput, WrittenColumn } from '../sheet-cells.ts'
import { csvStream } from './write-csv.ts'
import { workbookStream } from './write-workbook.ts'

const ZONE = 'UTC+05:30'
const limits = { maxBytes: 1e8, maxUncompressedBytes: 1e9, maxRows: 100_000, maxColumns: 50 }

async function* batchesOf(...batches: readonly (readonly (readonly CellInput[])[])[]): Batches {
  yield* batches
}

const columns: readonly WrittenColumn[] = [
  { title: 'No.', kind: 'code' },
  { title: '金额', kind: 'amount' },
  { title: 'Year', kind: 'integer' },
  { title: 'Created', kind: 'instant' },
  { title: 'Remark', kind: 'text' },
]

async function workbook(...rows: readonly (readonly CellInput[])[]): Promise<Uint8Array> {
  return await buffer(workbookStream([{ name: 'Lines', columns, batches: batchesOf(rows) }], ZONE))
}

const HOSTILE = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "=cmd|' /C calc'!A0"]

describe('an exported workbook', () => {
  it('an exported workbook reads back texts as texts, amounts as decimals and times in the zone of the file', async () => {
    const at = new Date('2026-11-21T20:15:00Z')
    const sheet = await readSheet(
      await workbook(['000123456789012345', '-1234.50', 2026, at, 'a <b> & "c"'], ['x', null, null, null, '']),
      limits,
    )
    expect(sheet.header).toEqual(['No.', '金额', 'Year', 'Created', 'Remark'])
    expect(sheet.rows[0]?.cells).toEqual([
      { kind: 'text', text: '000123456789012345' },
      { kind: 'number', text: '-1234.50' },
      { kind: 'number', text: '2026' },
      { kind: 'date', text: '2026-11-22 01:45:00' },
      { kind: 'text', text: 'a <b> & "c"' },
    ])
    expect(sheet.rows[1]?.cells).toEqual([{ kind: 'text', text: 'x' }])
  })

  it('an exported workbook has columns as wide as their content, between 8 and 60 characters', async () => {
    const rows = [
      ['a name of 35 characters, in all of it', '1234567.00', 7, new Date('2026-11-21T20:15:00Z'), 'x'.repeat(90)],
      ['x', '-1.00', 7, null, '汉字'],
    ]
    const sheets = [{ name: 'Lines', columns, batches: batchesOf(rows) }]
    const { sheets: read } = await readXlsx(await buffer(workbookStream(sheets, ZONE)), { readStyles: true })
    expect(read[0]?.columns?.map(({ width }) => width)).toEqual([39, 14, 8, 18, 60])
  })

  it('an exported workbook says what every row is of above its titles, and its filters begin below', async () => {
    const sheets = [
      {
        name: 'Lines',
        columns,
        batches: batchesOf([['x', '1.00', 7, null, '']]),
        facts: [['Customer', '=A1'] as const],
      },
    ]
    const bytes = await buffer(workbookStream(sheets, ZONE))
    const sheet = await readSheet(bytes, limits)
    expect(sheet.header).toEqual(['Customer', '=A1'])
    expect(sheet.rows.map(({ cells }) => cells.map((cell) => (cell.kind === 'empty' ? '' : cell.text)))).toEqual([
      ['No.', '金额', 'Year', 'Created', 'Remark'],
      ['x', '1.00', '7'],
    ])
    const { sheets: read } = await readXlsx(bytes, { readStyles: true })
    expect([read[0]?.freezePane?.rows, read[0]?.autoFilter?.range]).toEqual([3, 'A3:E4'])
  })

  it('an exported workbook has days as dates and rows of totals below the filtered rows', async () => {
    const sheet = {
      name: 'Lines',
      columns: [{ title: 'Day', kind: 'day' } as const, ...columns.slice(0, 2)],
      batches: batchesOf([
        ['2026-11-21', 'a', '10.00'],
        ['2026-02-31', 'b', '5.00'],
      ]),
      totals: [[null, 'Total', '15.00']],
    }
    const bytes = await buffer(workbookStream([sheet], ZONE))
    const { rows } = await readSheet(bytes, limits)
    expect(rows.map(({ cells }) => cells)).toEqual([
      [
        { kind: 'date', text: '2026-11-21' },
        { kind: 'text', text: 'a' },
        { kind: 'number', text: '10.00' },
      ],
      [
        { kind: 'text', text: '2026-02-31' },
        { kind: 'text', text: 'b' },
        { kind: 'number', text: '5.00' },
      ],
      [{ kind: 'empty' }, { kind: 'text', text: 'Total' }, { kind: 'number', text: '15.00' }],
    ])
    const opened = await readXlsx(bytes, { readStyles: true })
    expect(opened.sheets[0]?.autoFilter?.range).toBe('A1:C3')
    expect(opened.sheets[0]?.cells?.get('1,0')?.style?.numFmt).toBe(String.raw`yyyy\-mm\-dd`)
  })

  it('an exported workbook holds nothing that runs', async () => {
    const bytes = await workbook(...HOSTILE.map((text) => [text, null, null, null, text]))
    const sheet = await readSheet(bytes, limits)
    expect(sheet.rows.map(({ cells }) => [cells[0], cells[4]])).toEqual(
      HOSTILE.map((text) => [
        { kind: 'text', text },
        { kind: 'text', text },
      ]),
    )
    const opened = await readXlsx(bytes, { readStyles: true })
    const cells = [...(opened.sheets[0]?.cells?.values() ?? [])]
    expect(cells.filter((cell) => cell.formula !== undefined)).toEqual([])
  })

  it('an exported workbook keeps the last cent of amounts that a spreadsheet program would round', async () => {
    const sheet = await readSheet(await workbook(['a', '123456789012345678.12'], ['b', '9999999999999.99']), limits)
    expect(sheet.rows.map(({ cells }) => cells[1])).toEqual([
      { kind: 'text', text: '123456789012345678.12' },
      { kind: 'number', text: '9999999999999.99' },
    ])
  })

  it('an exported workbook keeps every character and cuts texts beyond the size of a cell', async () => {
    const odd = [
      'a\u0000b\u0007c',
      'line\nline',
      ' spaces ',
      '_x0041_',
      'half \ud83d pair',
      '😀 \uFFFF',
      'x'.repeat(40_000),
    ]
    const sheet = await readSheet(await workbook(...odd.map((text) => [text])), limits)
    const read = sheet.rows.map(({ cells }) => (cells[0]?.kind === 'text' ? cells[0].text : cells[0]?.kind))
    expect(read.slice(0, 4)).toEqual(odd.slice(0, 4))
    expect(read[4]).toBe('half \uFFFD pair')
    expect(read[5]).toBe('😀 \uFFFF')
    expect(read[6]).toHaveLength(32_767)
  })

  it('an exported workbook wraps texts of several lines', async () => {
    const { sheets } = await readXlsx(await workbook(['one', null, null, null, 'a\n=b']), { readStyles: true })
    const wraps = [0, 4].map((column) => sheets[0]?.cells?.get(`1,${column}`)?.style?.alignment?.wrapText ?? false)
    expect(wraps).toEqual([false, true])
  })

  it('an exported workbook is written in batches and passes on a failure of its rows', async () => {
    async function* failing(): Batches {
      yield [['a']]
      throw new Error('the cursor is gone')
    }
    await expect(buffer(workbookStream([{ name: 'x', columns, batches: failing() }], ZONE))).rejects.toThrow(
      'the cursor is gone',
    )
    const many = Array.from({ length: 3000 }, (_, index) => [[`r${index}`]])
    const bytes = await buffer(workbookStream([{ name: 'x', columns, batches: batchesOf(...many) }], ZONE))
    expect((await readSheet(bytes, limits)).rows).toHaveLength(3000)
  })
})

describe('an exported csv file', () => {
  it('an exported csv file quotes texts, guards what could run and keeps negative amounts as numbers', async () => {
    const rows = [
      ['007', '-12.00', 2026, new Date('2026-11-21T20:15:00Z'), 'a "b", c'],
      ...HOSTILE.map((text) => [text]),
    ]
    const text = (await buffer(csvStream(columns, batchesOf(rows), ZONE))).toString()
    expect(
      text.startsWith('\uFEFFNo.,金额,Year,Created,Remark\r\n007,-12.00,2026,2026-11-22 01:45,"a ""b"", c"\r\n'),
    ).toBe(true)
    const guarded = HOSTILE.map((hostile) =>
      hostile.includes('\r') ? `"'${hostile.replace('\r', "\r'")}"` : `'${hostile}`,
    )
    expect(text.split('\r\n').slice(2, -1).join('\r\n')).toBe(guarded.map((field) => `${field},,,,`).join('\r\n'))
  })

  it('an exported csv file guards what could run when a program splits cells at semicolons or within quotes', async () => {
    const rows = [[null, null, null, null, 'a;=1+1;b'], [null, null, null, null, 'a\n@b;c; -d'], [";-1;'=2"]]
    const text = (await buffer(csvStream(columns, batchesOf(...rows.map((row) => [row])), ZONE))).toString()
    expect(text.split('\r\n').slice(1, -1)).toEqual([",,,,a;'=1+1;b", `,,,,"a\n'@b;c; -d"`, ";'-1;''=2,,,,"])
  })
})
