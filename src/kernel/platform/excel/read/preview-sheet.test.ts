import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { Refused } from '#kernel/base/errors/errors.ts'
import { cellText } from '../cell.ts'
import { type PartlyRead, previewSheet } from './preview-sheet.ts'
import { workbookOf } from '../workbook-fixture.ts'
import { workbookStream } from '../write/write-workbook.ts'

const COLUMNS = [
  { title: 'No', kind: 'code' },
  { title: 'Amount', kind: 'amount' },
] as const

/** A workbook of two sheets, one of them long. */
async function workbook(count: number): Promise<Buffer> {
  async function* rows(name: string, many: number) {
    for (let at = 0; at < many; at += 1000)
      yield Array.from({ length: Math.min(1000, many - at) }, (_, index) => [
        `${name} ${at + index} ${Math.sin(at + index)}`,
        `${at + index}.50`,
      ])
  }
  const sheets = [
    { name: 'Lines', columns: COLUMNS, batches: rows('line', count) },
    { name: 'About', columns: COLUMNS, batches: rows('about', 1) },
  ]
  return buffer(Readable.from(workbookStream(sheets, 'UTC+00:00')))
}

/** A file that counts the bytes read of it. */
function fileOf(fileName: string, bytes: Buffer): PartlyRead & { taken: number } {
  const file = {
    fileName,
    size: bytes.length,
    taken: 0,
    async read({ first, last }: { first: number; last: number }) {
      async function* pieces() {
        for (let at = first; at <= last; at += 16_384) {
          const piece = bytes.subarray(at, Math.min(at + 16_384, last + 1))
          file.taken += piece.length
          yield piece
        }
      }
      return Readable.from(pieces(), { objectMode: false })
    },
  }
  return file
}

const texts = (rows: Awaited<ReturnType<typeof previewSheet>>['rows']) => rows.map(({ cells }) => cells.map(cellText))

describe('the preview of a workbook', () => {
  it('the preview of a workbook shows the beginning of each sheet with numbers as numbers', async () => {
    const file = fileOf('a.xlsx', await workbook(3))
    const look = await previewSheet(file, 0)
    expect(look).toMatchObject({ sheets: ['Lines', 'About'], hasMoreRows: false, hasMoreColumns: false })
    expect(texts(look.rows)[0]).toEqual(['No', 'Amount'])
    expect(look.rows[3]?.cells[1]).toEqual({ kind: 'number', text: '2.50' })
    expect(texts((await previewSheet(file, 1)).rows)[1]?.[0]).toMatch(/^about 0/)
    await expect(previewSheet(file, 2)).rejects.toBeInstanceOf(Refused)
  })

  it('the preview of a large workbook reads only what it shows', async () => {
    const file = fileOf('a.xlsx', await workbook(60_000))
    expect(file.size).toBeGreaterThan(1_000_000)
    const look = await previewSheet(file, 0)
    expect([look.rows.length, look.hasMoreRows]).toEqual([200, true])
    expect(file.taken).toBeLessThan(file.size / 3)
  })

  it('the preview of a workbook holds few shared texts and says where that is not enough', async () => {
    const many = Array.from({ length: 400_000 }, (_, at) => `<si><t>text ${at} ${Math.sin(at)}</t></si>`).join('')
    const cell = (text: number) => `<row r="1"><c r="A1" t="s"><v>${text}</v></c></row>`
    const look = (text: number) => {
      const file = fileOf('a.xlsx', Buffer.from(workbookOf({ sharedStrings: many, rows: cell(text) })))
      return { file, shown: previewSheet(file, 0) }
    }
    const first = look(7)
    expect(texts((await first.shown).rows)[0]?.[0]).toMatch(/^text 7 /)
    expect(first.file.taken).toBeLessThan(first.file.size / 2)
    await expect(look(399_999).shown).rejects.toMatchObject({ first: { key: 'excel.bomb' } })
  })

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut off', (bytes) => bytes.subarray(0, bytes.length - 200)],
    [
      'damaged',
      (bytes) => {
        const at = bytes.indexOf('xl/worksheets/sheet1.xml') + 40
        return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(60, 0xee), bytes.subarray(at + 60)])
      },
    ],
    ['another kind of file', () => Buffer.from('%PDF-1.7 and so on')],
    ['nothing', () => Buffer.alloc(0)],
  ])('the preview refuses a workbook that is %s', async (_what, broken) => {
    await expect(previewSheet(fileOf('a.xlsx', broken(await workbook(3))), 0)).rejects.toBeInstanceOf(Refused)
  })
})

describe('the preview of a csv file', () => {
  it('the preview of a csv file shows its beginning and says when there is more', async () => {
    const line = (at: number) => `${at},"a, ""quoted"" text",${'x'.repeat(50)}\n`
    const all = Array.from({ length: 10_000 }, (_, at) => line(at)).join('')
    const few = await previewSheet(fileOf('a.csv', Buffer.from(line(0) + line(1))), 0)
    expect(texts(few.rows)[0]).toEqual(['0', 'a, "quoted" text', 'x'.repeat(50)])
    expect([few.sheets, few.hasMoreRows]).toEqual([[''], false])
    const file = fileOf('a.csv', Buffer.from(all))
    expect((await previewSheet(file, 0)).hasMoreRows).toBe(true)
    expect(file.taken).toBeLessThan(file.size)
  })

  it('the preview of a csv file ignores a cell that continues beyond what is read', async () => {
    const all = `a,b\n1,"${'long\n'.repeat(100_000)}"\n`
    const look = await previewSheet(fileOf('a.csv', Buffer.from(all)), 0)
    expect([texts(look.rows), look.hasMoreRows]).toEqual([[['a', 'b']], true])
  })

  it('the preview of a csv file shows a limited number of columns and says so', async () => {
    const wide = Array.from({ length: 90 }, (_, at) => `c${at}`).join(',')
    const look = await previewSheet(fileOf('a.csv', Buffer.from(`${wide}\n`)), 0)
    expect([look.rows[0]?.cells.length, look.hasMoreColumns]).toEqual([60, true])
  })
})
