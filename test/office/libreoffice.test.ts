import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleMarks } from '#kernel/platform/excel/locale/added-columns.ts'
import { rowParser } from '#kernel/platform/excel/read/parse-rows.ts'
import { readSheet } from '#kernel/platform/excel/read/read-workbook.ts'
import type { Batches } from '#kernel/platform/excel/read/row-sink.ts'
import { type CellInput, couldRun, type WrittenColumn } from '#kernel/platform/excel/sheet-cells.ts'
import { csvStream } from '#kernel/platform/excel/write/write-csv.ts'
import { errorWorkbookStream } from '#kernel/platform/excel/write/write-errors.ts'
import { workbookStream } from '#kernel/platform/excel/write/write-workbook.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { countryBudgetLinesImport } from '#areas/budget/line-file/country-budget-lines.import.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { type DownloadWorld, downloadWorld } from '#test/helpers/download-world.ts'
import { Office } from './office.ts'
import { pdfPages } from '#test/helpers/laws/file-parts.ts'

// How another program shows the product's files. They are left in .cache/office as PDFs for a look.

const LINES = '/gs/IN/oversea/aps/budget/country/page'
const TEMPLATE = '/aps/template/import/country-budget-lines.xlsx'
const ZONE = 'UTC+05:30'
const LIMITS = { maxBytes: 1e8, maxUncompressedBytes: 1e9, maxRows: 100_000, maxColumns: 60 }
const folder = join(import.meta.dirname, '..', '..', '.cache', 'office')

let office: Office
let world: DownloadWorld

beforeAll(async () => {
  office = new Office()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  world = await downloadWorld(await demoDatabase())
  await world.startWorker()
})

afterAll(async () => {
  office?.close()
  await world?.close()
})

function saved(name: string, bytes: Uint8Array): string {
  const file = join(folder, name)
  writeFileSync(file, bytes)
  return file
}

/** To be looked at by a person; here only that there is something. */
async function pictured(file: string): Promise<Uint8Array> {
  const made = await readFile(await office.converted(file, 'pdf', folder))
  expect(made.length).toBeGreaterThan(1000)
  return made
}

async function exported(language: Language, format: 'xlsx' | 'csv'): Promise<string> {
  const body = { countryCode: 'IN', sort: ['budgetCode'], format, offlineExport: 1 }
  const { data } = await world.server.call<{ taskId: string }>('in.channel', `${LINES}/export`, body, language)
  const task = await world.ended('in.channel', data.taskId)
  const { bytes } = await world.server.fetch('in.channel', task.downloadUrl ?? '')
  return saved(`lines-${language}.${format}`, bytes)
}

/** Thousands are separated on the screen, and text that could run as a formula has an apostrophe in a csv file. */
const plain = (text: string) => (/^-?[\d,]+\.\d\d$/.test(text) ? text.replaceAll(',', '') : text)
const bare = (text: string) => (text.startsWith("'") && couldRun(text.slice(1)) ? text.slice(1) : text)

describe('an export opened in LibreOffice', () => {
  it.each(['en', 'zh'] as const)(
    'an export opened in LibreOffice shows the same as a workbook and as a csv file (%s)',
    async (language) => {
      const workbook = await exported(language, 'xlsx')
      const csv = await exported(language, 'csv')
      const shown = await office.shown(workbook)
      expect(shown.length).toBeGreaterThan(100)
      const columns = shown[0]?.length ?? 0
      expect(shown.map((row) => row.map(plain))).toEqual(
        (await office.shown(csv, columns)).map((row) => row.map((text) => plain(bare(text)))),
      )
      await pictured(workbook)
    },
  )

  const columns: readonly WrittenColumn[] = [
    { title: 'No.', kind: 'code' },
    { title: '金额', kind: 'amount' },
    { title: 'Count', kind: 'integer' },
    { title: 'Created', kind: 'instant' },
    { title: 'Remark', kind: 'text' },
  ]
  const at = new Date('2026-11-21T20:15:00Z')
  const rows: readonly (readonly CellInput[])[] = [
    ['000123', '-1234.50', 7, at, '=1+1'],
    ['356938035643809', '8765432109876.54', 0, at, '@SUM(1;2)'],
    ['1234567890123456789', '123456789012345678.12', -3, at, '-5'],
    ['1-2', '0.00', null, null, '+1'],
    ['3E5', '0.10', null, null, 'a "b", c\nd'],
    ['TRUE', null, null, null, '😀 中文 <b>&'],
    ['x', null, null, null, '=HYPERLINK("http://localhost/x";"y")'],
  ]
  const shownRows = [
    ['No.', '金额', 'Count', 'Created', 'Remark'],
    ['000123', '-1,234.50', '7', '2026-11-22 01:45', '=1+1'],
    ['356938035643809', '8,765,432,109,876.54', '0', '2026-11-22 01:45', '@SUM(1;2)'],
    ['1234567890123456789', '123456789012345678.12', '-3', '2026-11-22 01:45', '-5'],
    ['1-2', '0.00', '', '', '+1'],
    ['3E5', '0.10', '', '', 'a "b", c\nd'],
    ['TRUE', '', '', '', '😀 中文 <b>&'],
    ['x', '', '', '', '=HYPERLINK("http://localhost/x";"y")'],
  ]
  async function* batches(): Batches {
    yield rows
  }

  it('an export opened in LibreOffice shows every text and number as written', async () => {
    const sheet = { name: 'Lines', columns, batches: batches() }
    const file = saved('hostile.xlsx', await buffer(workbookStream([sheet], ZONE)))
    expect(await office.shown(file)).toEqual(shownRows)
    const [page] = await pdfPages(await pictured(file))
    // Both lines of the text that has two.
    expect(page?.text).toContain('a"b",c')
  })

  it('LibreOffice runs nothing of an exported csv file', async () => {
    const file = saved('hostile.csv', await buffer(csvStream(columns, batches(), ZONE)))
    const shown = await office.shown(file, columns.length)
    expect(shown.map((row) => row.map(bare))).toEqual(shownRows.map((row) => row.map(plain)))
    // As most people open it: numbers become numbers, but nothing becomes a formula.
    const careless = await office.shown(file)
    expect(careless.slice(1).map((row) => bare(row[4] ?? ''))).toEqual(shownRows.slice(1).map((row) => row[4]))
  })
})

describe('a template saved by LibreOffice', () => {
  it.each(['en', 'zh'] as const)('a template saved by LibreOffice is still accepted (%s)', async (language) => {
    const { bytes } = await world.server.fetch('in.channel', TEMPLATE, language)
    const file = saved(`template-${language}.xlsx`, bytes)
    const shown = await office.shown(file)
    const again = await readSheet(await readFile(await office.converted(file, 'xlsx', mkdirOf('again'))), LIMITS)
    expect(again.rows).toHaveLength(1)
    const { example } = countryBudgetLinesImport
    const values = Object.values(example).map((value) => value ?? '')
    expect(shown[1]?.map(plain)).toEqual([...values, exampleMarks[language]])
    const parser = rowParser(again.header, countryBudgetLinesImport.columns({}), language, { example })
    expect(parser.warnings).toEqual([])
    expect(parser.parse(again.rows[0]!)).toBeNull()
    await pictured(file)
  })

  it('a template opened in LibreOffice has notes at its headers, drop-downs and a hidden sheet of entries', async () => {
    const { bytes } = await world.server.fetch('in.channel', TEMPLATE, 'en')
    const made = await readXlsx(bytes, { readStyles: true })
    const file = saved('template-parts.xlsx', bytes)
    const seen = await readXlsx(await readFile(await office.converted(file, 'xlsx', mkdirOf('again'))), {
      readStyles: true,
    })
    const columns = countryBudgetLinesImport.columns({})
    const notes = ({ sheets }: typeof made) => columns.map((_, at) => sheets[0]?.cells?.get(`0,${at}`)?.comment?.text)
    expect(notes(made).every((text) => text)).toBe(true)
    expect(notes(seen)).toEqual(notes(made))
    const choices = ({ sheets }: typeof made) =>
      sheets[0]?.dataValidations?.map(({ type, formula1 }) => [type, formula1])
    expect(choices(made)?.length).toBeGreaterThan(2)
    expect(choices(seen)).toEqual(choices(made))
    const sheets = ({ sheets: all }: typeof made) => all.map(({ name, hidden, rows }) => [name, hidden ?? false, rows])
    expect(sheets(seen).slice(1)).toEqual(sheets(made).slice(1))
  })
})

function mkdirOf(name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return path
}

describe('a workbook of bad rows in LibreOffice', () => {
  it('a workbook of refused rows keeps its error marks in LibreOffice and is refused again with the same errors', async () => {
    const columns = countryBudgetLinesImport.columns({})
    const cells = {
      countryCode: { kind: 'text', text: 'IN' },
      projectCode: { kind: 'number', text: '1001' },
      fscId: { kind: 'number', text: '3.5E+14' },
      subBusiCode: { kind: 'date', text: '2026-03-12' },
      productLineCode: { kind: 'text', text: '#N/A' },
      amount: { kind: 'number', text: '12.345' },
      budgetCode: { kind: 'formula', text: '=B2&"x"' },
      remark: { kind: 'text', text: '=ok' },
    } as const
    const parser = rowParser(
      columns.map(({ titles }) => titles.en),
      columns,
      'en',
    )
    const before = parser.parse({ row: 2, cells: columns.map(({ key }) => cells[key as keyof typeof cells]) })
    if (!before || before.ok) throw new Error('nothing is wrong')
    const problems = before.errors.map((error) => ({ column: error.column, msg: refusalText('en', error) }))
    async function* rows() {
      yield [{ row: 2, cells, problems }]
    }
    const stream = errorWorkbookStream({ sheetName: 'Errors', columns, language: 'en', batches: rows() })
    const file = saved('errors.xlsx', await buffer(stream))
    const [, shown] = await office.shown(file)
    expect(shown?.slice(0, 2)).toEqual(['IN', '1001'])
    expect(shown?.slice(5, 9)).toEqual(['12.345', '=B2&"x"', ' =ok', '2'])
    const again = await readSheet(await readFile(await office.converted(file, 'xlsx', mkdirOf('again'))), LIMITS)
    const after = rowParser(again.header, columns, 'en').parse(again.rows[0]!)
    const wrong = (errors: typeof before.errors) => errors.map(({ column, key }) => [column, key])
    expect(after?.ok === false && wrong(after.errors)).toEqual(wrong(before.errors))
    await pictured(file)
  })
})
