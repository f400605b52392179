import { describe, expect, it } from 'vitest'
import { Refused } from '#kernel/base/errors/errors.ts'
import { cellText, type SheetRow } from '../cell.ts'
import { type ReadOptions, readRows } from './read-rows.ts'
import { textRows, workbookOf } from '../workbook-fixture.ts'
import { csvStream } from '../write/write-csv.ts'

const limits: ReadOptions = {
  maxBytes: 30_000_000,
  maxUncompressedBytes: 200_000_000,
  maxRows: 100_000,
  maxColumns: 20,
  fileName: 'lines.csv',
}

async function read(bytes: Uint8Array | string, options: Partial<ReadOptions> = {}) {
  const source = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  const { header, batches, warnings } = await readRows(source, { ...limits, ...options })
  const rows: SheetRow[] = []
  for await (const batch of batches) rows.push(...batch)
  return { header, warnings, rows, texts: rows.map(({ cells }) => cells.map(cellText)) }
}

async function refusal(bytes: Uint8Array | string, options: Partial<ReadOptions> = {}): Promise<unknown> {
  try {
    await read(bytes, options)
  } catch (error) {
    if (error instanceof Refused) return [error.first.key, error.first.params]
    throw error
  }
  return 'accepted'
}

/** 国家,编码 and 印度,Ａ1 as Chinese Excel saves them. */
const GB18030 = Buffer.from('b9fabcd22cb1e0c2eb0d0ad3a1b6c82c41310d0a', 'hex')

describe('a csv file', () => {
  const TEXT = '国家,Code\r\n印度,A1\r\n'
  const utf16be = Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()

  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['UTF-16 as Excel saves Unicode text', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['UTF-16 the other way round', utf16be],
  ])('a csv file is read %s', async (_, bytes) => {
    const { header, texts, warnings } = await read(bytes)
    expect([header, ...texts]).toEqual([
      ['国家', 'Code'],
      ['印度', 'A1'],
    ])
    expect(warnings).toEqual([])
  })

  it('a csv file in GB18030, as the Chinese Excel saves it, is read with a warning', async () => {
    const { header, texts, warnings } = await read(GB18030)
    expect([header, ...texts]).toEqual([
      ['国家', '编码'],
      ['印度', 'A1'],
    ])
    expect(warnings.map(({ key }) => key)).toEqual(['excel.readAsChinese'])
  })

  it('a csv file in a European code page is refused', async () => {
    const bytes = Buffer.from('Ort;Straße\r\nZürich;Bahnhof\r\nMünchen;Süd\r\n', 'latin1')
    expect(await refusal(bytes)).toEqual(['excel.notCsv', {}])
    expect(await refusal(Buffer.concat([GB18030, Uint8Array.of(0xff, 0xff)]))).toEqual(['excel.notCsv', {}])
  })

  it.each([
    ['commas', 'a,b;c\n1,2\n'],
    ['semicolons', 'a;"b;c"\n1;2\n'],
    ['tabs', 'a\tb;c\td\n1\t2\n'],
    ['what its first line says', 'sep=;\r\na;b;c\r\n1;2\r\n'],
    ['a blank line before its titles', '\r\na,b\r\n1,2\r\n'],
  ])('a csv file separated by %s is recognised', async (_, text) => {
    expect((await read(text)).texts).toEqual([['1', '2']])
  })

  it('a csv file keeps quotes, commas, lines and digits of its cells and the row numbers of Excel', async () => {
    const { rows } = await read('a,b\n"x ""y"", z","one\ntwo"\n\n ,\n"=""0012""",000000000000000000123\n')
    expect(rows).toEqual([
      {
        row: 2,
        cells: [
          { kind: 'text', text: 'x "y", z' },
          { kind: 'text', text: 'one\ntwo' },
        ],
      },
      {
        row: 5,
        cells: [
          { kind: 'text', text: '0012' },
          { kind: 'text', text: '000000000000000000123' },
        ],
      },
    ])
  })

  it('a csv file may have every kind of line end, also mixed and within quotes', async () => {
    const { rows } = await read('a,b\r\n1,2\n3,4\r5,6\r\n\n7,"x\ny\r\nz"\n"8","9"')
    expect(rows.map(({ row, cells }) => [row, ...cells.map(cellText)])).toEqual([
      [2, '1', '2'],
      [3, '3', '4'],
      [4, '5', '6'],
      [6, '7', 'x\ny\r\nz'],
      [7, '8', '9'],
    ])
  })

  it('a csv file is not damaged where its pieces end within a character or line end', async () => {
    const fill = 'é'.repeat(16_381)
    const lines = Array.from({ length: 40 }, (_, line) => `${fill}${'x'.repeat(line)},"${line}\r\n"`)
    const { texts } = await read(`a,b\r\n${lines.join('\r\n')}`)
    expect(texts).toEqual(lines.map((_, line) => [`${fill}${'x'.repeat(line)}`, `${line}\r\n`]))
  })

  it('a csv file may have a cell of almost a megabyte, and unfilled columns do not count', async () => {
    const { texts } = await read(`a,b\n${'x'.repeat(1_000_000)},2\n${','.repeat(900_000)}\n3,4\n`)
    expect(texts.map((cells) => cells.map((text) => text.length))).toEqual([
      [1_000_000, 1],
      [1, 1],
    ])
    expect(await refusal(`a,b\n${'1,'.repeat(400_000)}\n`)).toEqual(['excel.tooManyColumns', { limit: 20 }])
  })

  it('a formula in a csv file is reported, and texts an export has guarded are read back', async () => {
    const texts = ['=1+1', '@home', 'a;-5\n=b', ";'+c"]
    async function* batches() {
      yield [texts]
    }
    const columns = ['a', 'b', 'c', 'd'].map((title) => ({ title, kind: 'text' as const }))
    const chunks: Buffer[] = []
    for await (const chunk of csvStream(columns, batches(), 'UTC+00:00')) chunks.push(chunk)
    expect((await read(Buffer.concat(chunks))).texts).toEqual([texts])
    expect((await read('a\n=1+1\n')).rows[0]?.cells).toEqual([{ kind: 'formula', text: '=1+1' }])
  })

  it.each<[string, Uint8Array | string, unknown]>([
    ['a quote that nothing closes', 'a,b\n1,2\n"x,3\n4,5\n', ['excel.csvQuote', { row: 3 }]],
    ['text behind a quote', 'a,b\n"x"y,2\n', ['excel.csvQuote', { row: 2 }]],
    ['a cell that swallows the file', `a,b\n"${'x,\n'.repeat(500_000)}`, ['excel.csvQuote', { row: 2 }]],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), ['excel.notCsv', {}]],
    ['a program', Buffer.concat([Buffer.from('MZ\x90\0\x03\0'), Buffer.alloc(200, 0xff)]), ['excel.notCsv', {}]],
    [
      'UTF-32',
      Buffer.from(Uint32Array.from(`\uFEFFa,b\n1,2\n`, (letter) => letter.codePointAt(0) ?? 0).buffer),
      ['excel.notCsv', {}],
    ],
    ['a PDF', '%PDF-1.7\n1 0 obj', ['excel.notCsv', {}]],
    ['a page', '<table><tr><td>1</td></tr></table>', ['excel.webPage', {}]],
    ['nothing', '', ['excel.emptySheet', {}]],
    ['too many rows', 'a\n1\n2\n3\n4\n', ['excel.tooManyRows', { limit: 3 }]],
    ['too many columns', 'a,b,c,d,e\n', ['excel.tooManyColumns', { limit: 4 }]],
  ])('a csv file is refused: %s', async (_, bytes, expected) => {
    expect(await refusal(bytes, { maxRows: 3, maxColumns: 4 })).toEqual(expected)
  })

  it('a csv file is recognised by its name, and a workbook by its content', async () => {
    expect(await refusal('a\n1\n', { fileName: 'lines.xlsx' })).toEqual(['excel.notWorkbook', {}])
    expect((await read(workbookOf({ rows: textRows([['a'], ['1']]) }))).texts).toEqual([['1']])
  })
})

describe('a file with a wrong name', () => {
  it.each([
    [
      'an old .xls',
      Buffer.concat([Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), Buffer.alloc(2000)]),
      'excel.oldWorkbook',
    ],
    ['a page', Buffer.from('\uFEFF <html><table><tr><td>1</td></tr></table></html>'), 'excel.webPage'],
    ['the XML of 2003', Buffer.from('<?xml version="1.0"?><Workbook/>'), 'excel.webPage'],
    ['a page in UTF-16', Buffer.from('\uFEFF<!DOCTYPE html>', 'utf16le'), 'excel.webPage'],
  ])('a file is recognised as %s, whatever its name', async (_, bytes, expected) => {
    for (const fileName of ['lines.xlsx', 'lines.csv'])
      expect(await refusal(bytes, { fileName })).toEqual([expected, {}])
  })
})

describe('a large file', { timeout: 30_000 }, () => {
  const rows = 30_000
  const cells = (row: number) => Array.from({ length: 12 }, (_, column) => `text ${row} in ${column}`)
  const csv = () =>
    Buffer.from(
      ['a,b,c,d,e,f,g,h,i,j,k,l', ...Array.from({ length: rows }, (_, row) => cells(row).join(','))].join('\n'),
    )
  const xlsx = () => workbookOf({ rows: textRows([cells(0), ...Array.from({ length: rows }, (_, row) => cells(row))]) })

  it.each([
    ['csv', csv],
    ['xlsx', xlsx],
  ])('a large file is read completely and in order, also by a slow reader (%s)', async (_, make) => {
    const { batches } = await readRows(make(), limits)
    let next = 0
    let batch = 0
    for await (const found of batches) {
      for (const { row, cells: read } of found) {
        expect(row).toBe(next + 2)
        expect(cellText(read[11])).toBe(`text ${next} in 11`)
        next += 1
      }
      batch += 1
      if (batch < 3) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(next).toBe(rows)
  })

  it('reading a large file can be stopped and frees its thread', async () => {
    const bytes = csv()
    for (let round = 0; round < 4; round += 1) {
      const stream = await readRows(bytes, limits)
      if (round % 2 === 0) await stream.close()
      else for await (const found of stream.batches) if (found.length > 0) break
    }
    expect((await read(bytes)).texts).toHaveLength(rows)
  })

  it('the time limit of reading does not count the processing of rows', async () => {
    const { batches } = await readRows(csv(), { ...limits, timeoutMs: 20_000 })
    let found = 0
    for await (const batch of batches) {
      found += batch.length
      const until = performance.now() + (found === batch.length ? 50 : 0)
      while (performance.now() < until);
    }
    expect(found).toBe(rows)
    await expect(readRows(csv(), { ...limits, timeoutMs: 1 })).rejects.toThrow('excel.timeout')
  })
})
