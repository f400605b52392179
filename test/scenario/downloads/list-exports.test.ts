import { priceFilters } from './price-filters.ts'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { holding } from '#kernel/platform/access/principal.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import type { TransactionPool } from '#kernel/platform/db/tx.ts'
import { createCursorPool, snapshot } from '#kernel/platform/db/snapshot.ts'
import { exportFile } from '#kernel/services/downloads/export-file.ts'
import type {
  ExportFormat,
  ExportRequest,
  ExportRows,
  ListExport,
  Reader,
} from '#kernel/platform/exports/list-export.ts'
import type { SheetContent } from '#kernel/platform/excel/cell.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { recordChange } from '#areas/change-request/record-change/record-change.doc.ts'
import { areas } from '#app/areas.ts'
import { exportsOf, loadAreaServers } from '#app/server.ts'
import { oldestNo } from '../../helpers/company/fixtures.ts'
import { readExported } from './read-exported.ts'
import { EVERY_LIST } from './every-list.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// Some of the tests go over every list twice: a minute on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

let server: DemoServer
let cursorPool: TransactionPool & { end(): Promise<void> }
let lists: readonly ListExport[]

beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  server = await demoServer(databaseUrl)
  cursorPool = createCursorPool({ databaseUrl, max: 1, name: 'test lists' })
  lists = [...exportsOf(await loadAreaServers(areas)).values()]
})

afterAll(async () => {
  await server?.close()
  await cursorPool?.end()
})

interface ExportCall {
  readonly list: ListExport
  readonly reader: Reader
  readonly format?: ExportFormat
  readonly body?: Partial<Pick<ExportRequest, 'params' | 'filters' | 'sort' | 'columns'>>
}

/** The file of a list as the worker makes it. */
function fileOf({ list, reader, format = 'xlsx', body }: ExportCall): Promise<Buffer> {
  const request: ExportRequest = {
    list: list.name,
    params: list.path.includes(':idc') ? { idc: 'IN' } : {},
    filters: {},
    sort: [],
    columns: list.columns.map(({ key }) => key),
    format,
    language: reader.language,
    zone: reader.principal.timezone,
    ...body,
  }
  return snapshot(cursorPool, async (tx, reading) => {
    const file = await exportFile(tx, reading, { list, request, reader, limit: 100_000, passed: () => undefined })
    const pieces: Buffer[] = []
    for await (const piece of file.bytes) pieces.push(piece)
    return Buffer.concat(pieces)
  })
}

const sheetOf = async (asked: ExportCall): Promise<SheetContent> => readExported(asked, await fileOf(asked))

async function csvOf(asked: ExportCall): Promise<string[][]> {
  return parse((await fileOf({ ...asked, format: 'csv' })).toString(), { bom: true })
}

async function readerOf(account: string, language: Language = 'en'): Promise<Reader> {
  const [person] = await server.query<{ id: number }>('select id from app_user where account = $1', [account])
  const principal = await snapshot(cursorPool, (tx) => principalOfUser(tx, person?.id ?? 0, language))
  if (!principal) throw new Error(`${account} cannot sign in`)
  return { principal, language, now: productNow() }
}

/** Texts by people or other systems that a spreadsheet program would run or round. */
const HOSTILE = [
  '=1+1',
  '+x',
  '-x',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '＝1+1',
  "=cmd|' /C calc'!A0",
  '350000000000001',
  '3.5E+14',
]
const RUNS = /^[=+\-@\t\r＝＋－＠]/

/** The columns of a list over rows of the test, as bytes of a COPY or by way of batches. */
function filled(list: ListExport, values: readonly string[], isCopied: boolean, amount = 'v'): ListExport {
  const columns = list.columns.map(({ key, kind }) => `${kind === 'amount' ? amount : 'v'} as "${key}"`).join(', ')
  const rows: ExportRows = {
    rows: { text: `select ${columns} from unnest($1::text[]) v`, values: [values] },
    count: { text: 'select $1::int as total', values: [values.length] },
    ...(isCopied ? {} : { rowsOf: async (batch) => batch }),
  }
  return {
    ...list,
    columns: list.columns.map(({ key, kind, title }) => ({ key, kind, title })),
    query: async () => rows,
  }
}

async function formulasOf(bytes: Buffer): Promise<readonly unknown[]> {
  const { sheets } = await readXlsx(bytes)
  return sheets.flatMap(({ cells }) => [...(cells?.values() ?? [])]).filter(({ formula }) => formula)
}

describe('every list export of the product', () => {
  it('every list of a page has an export', () => {
    expect(lists.map(({ name }) => name)).toEqual(expect.arrayContaining(EVERY_LIST))
    expect(new Set(lists.map(({ path }) => path)).size).toBe(lists.length)
  })

  it.each([true, false])('no column of any export holds anything that runs (copied: %s)', async (isCopied) => {
    const reader = await readerOf('admin')
    for (const each of lists) {
      const list = filled(each, HOSTILE, isCopied)
      const bytes = await fileOf({ list, reader })
      const { rows } = await readExported({ list, reader }, bytes)
      const csv = await csvOf({ list, reader })
      for (const [at, { kind, key }] of list.columns.entries()) {
        const found = rows.map(({ cells }) => cells[at])
        // An amount that was worked out comes as a text; whatever else looks like a number is an identifier.
        const isNumber = (text: string) => (kind === 'amount' || kind === 'decimal') && /^\d+$/.test(text)
        const wanted = HOSTILE.map((text) => ({ kind: isNumber(text) ? 'number' : 'text', text }))
        expect([list.name, key, found]).toEqual([list.name, key, wanted])
        // A value that would end a row for a program that ignores quotes is guarded too.
        const guarded = HOSTILE.map((text) => (RUNS.test(text) ? `'${text.replace('\r', "\r'")}` : text))
        expect([list.name, key, csv.slice(1).map((row) => row[at])]).toEqual([list.name, key, guarded])
      }
      expect([list.name, await formulasOf(bytes)]).toEqual([list.name, []])
    }
  })

  it('every export keeps negative amounts as numbers to the last cent', async () => {
    const amounts = ['-1234567.89', '-0.01', '12.50']
    const reader = await readerOf('admin')
    const withAmounts = lists.filter(({ columns }) => columns.some(({ kind }) => kind === 'amount'))
    expect(withAmounts.length).toBeGreaterThan(8)
    for (const each of withAmounts) {
      const list = filled(each, amounts, true, 'v::numeric(20, 2)')
      const { rows } = await sheetOf({ list, reader })
      const csv = await csvOf({ list, reader })
      for (const [at, { kind }] of list.columns.entries()) {
        if (kind !== 'amount') continue
        const wanted = amounts.map((text) => ({ kind: 'number', text }))
        expect([list.name, rows.map(({ cells }) => cells[at])]).toEqual([list.name, wanted])
        expect([list.name, csv.slice(1).map((row) => row[at])]).toEqual([list.name, amounts])
      }
    }
  })
})

/** A list about one entity has to be told which. */
async function bodies(): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
  const [round] = await server.query<{ form: string }>(
    `select i.document_id || '-' || i.round as form from approval_instance i join country_budget d on d.id = i.document_id
     where d.no = $1 and i.state = 'approved'`,
    [await oldestNo(server, 'country_budget', 'IN')],
  )
  const rounds = await server.query<{ name: string; form: string }>(
    `select distinct on (document_type, part) document_type || part as name, document_id || '-' || round as form from approval_instance
     cross join unnest(array['.lines', '.allItems', '.failedItems']) part where state = 'approved' order by document_type, part, document_id`,
  )
  const LINE = `select min(l.code) as code from budget_line l join ledger_posting p on p.ledger = 'budget' and p.account_id = l.id
     join area a on a.id = l.area_id where a.idc_code = 'IN'`
  const [line] = await server.query<{ code: string }>(LINE)
  const ACCOUNT = `select customer_code as "customerCode", operating_unit_code as "operatingUnitCode", currency from funds_account
     where customer_code = 'C-IN-0001' and kind = 'RECEIVABLE'`
  const [account] = await server.query<object>(ACCOUNT)
  const price = await priceFilters(server)
  const [now, today] = [productNow(), productNow().toISOString().slice(0, 10)]
  return {
    ...Object.fromEntries(rounds.map(({ name, form }) => [name, { formInstanceId: form }])),
    'countryBudget.lines': { formInstanceId: round?.form },
    approvalRecord: { formInstanceId: round?.form },
    budgetPosting: { budgetCode: line?.code },
    'approvalTemplate.steps': { code: 'budget_country' },
    approvalVersions: { key: 'budget_country' },
    fundsStatement: { ...account, from: `${today.slice(0, 4)}-01-01`, to: today },
    ...price,
    withholdRun: { idcCode: 'IN', year: now.getUTCFullYear(), month: now.getUTCMonth() + 1, show: 'all' },
  }
}

/** Lines of a type that the demonstration company has no approved document of are nowhere to be read. */
const shown = (filters: object) => lists.filter(({ name }) => !/\.(lines|quotes)$/.test(name) || name in filters)

const textsOf = ({ rows }: SheetContent) =>
  rows.map(({ cells }) => cells.map((cell) => (cell.kind === 'empty' ? '' : cell.text)))
const listOf = (name: string) => lists.find((list) => list.name === name)!

describe('the reader of an export', () => {
  it("every export has headers and states in its reader's language", async () => {
    const filters = await bodies()
    const readers = { en: await readerOf('admin', 'en'), zh: await readerOf('admin', 'zh') }
    const isChinese = (title: string) => /[\u4e00-\u9fff]/.test(title)
    for (const list of shown(filters)) {
      // The symbol of a currency is the same in every language: 'lei'.
      const coded = list.columns.flatMap(({ kind, key }, at) => (kind === 'text' && key !== 'symbol' ? [at] : []))
      for (const language of ['en', 'zh'] as const) {
        const sheet = await sheetOf({ list, reader: readers[language], body: { filters: filters[list.name] ?? {} } })
        const isTheirs = sheet.header.map((title) => isChinese(title) === (language === 'zh'))
        expect([list.name, language, isTheirs]).toEqual([list.name, language, list.columns.map(() => true)])
        const cells = textsOf(sheet).flatMap((row) => coded.map((at) => row[at] ?? ''))
        const isRaw = (text: string) => /^([a-z]+([A-Z][a-z]+)*|\w+\.\w+\.[\w.]+)$/.test(text)
        // The sign of the Romanian leu is a word.
        const raw = [...sheet.header, ...cells].filter((text) => isRaw(text) && text !== 'lei')
        expect([list.name, language, raw]).toEqual([list.name, language, []])
      }
    }
  })

  it('an exported list of funds holds only the company of the customer’s employee who exports it', async () => {
    const reader = await readerOf('in.dist')
    for (const list of lists.filter(({ path }) =>
      /^\/aps\/funds\/(account|rebate|receivable|invoice|flow)\//.test(path),
    )) {
      const at = list.columns.findIndex(({ key }) => key === 'customerCode')
      const rows = textsOf(await sheetOf({ list, reader })).filter((cells) => !cells.includes('Total'))
      expect([list.name, ...new Set(rows.map((cells) => cells[at]))]).toEqual([list.name, 'C-IN-0001'])
    }
  })

  it('the export of a task box has its filters, order and visible columns', async () => {
    const { data: page } = await server.get<{ records: { documentNo: string; amount: string }[] }>(
      'in.manager',
      '/aps/task/queryPage?box=done&order=amount&limit=500',
    )
    const body = { columns: ['amount', 'no'], sort: ['-amount'] }
    const sheet = await sheetOf({ list: listOf('tasks.done'), reader: await readerOf('in.manager'), body })
    expect(sheet.header).toEqual(['Amount', 'Currency', 'Document no.'])
    expect(sheet.rows.length).toBeGreaterThan(50)
    expect(textsOf(sheet).map(([amount, , no]) => [no, amount])).toEqual(
      page.records.map(({ documentNo, amount }) => [documentNo, amount ?? '']),
    )
  })

  it('an export sorted by an amount is made though no total of its list was counted before', async () => {
    await server.query('delete from list_total')
    const body = { columns: ['budgetCode', 'available'], sort: ['-available'], filters: { productClass: 'phone' } }
    const { rows } = await sheetOf({ list: listOf('budgetLine'), reader: await readerOf('in.channel'), body })
    expect(rows.length).toBeGreaterThan(20)
  })

  it('an export hides the amounts of documents that its reader may not read', async () => {
    const body = { columns: ['no', 'amount', 'facts'] }
    const sheet = await sheetOf({ list: listOf('tasks.all'), reader: await readerOf('hq.it'), body })
    // A person who manages accounts reads changes of master data.
    const others = textsOf(sheet).filter(([no = '']) => !no.startsWith(recordChange.number.prefix))
    expect(others.length).toBeGreaterThan(100)
    expect(others.flatMap(([, ...rest]) => rest).filter(Boolean)).toEqual([])
  })

  it('an export contains nothing of another region, and its postings of a foreign line are refused', async () => {
    const filters = await bodies()
    const asked = async (account: string, name: string) =>
      (await server.call(account, listOf(name).path, filters[name] ?? {})).status
    for (const name of ['countryBudget.lines', 'approvalRecord', 'budgetPosting'])
      expect([name, await asked('id.channel', name)]).toEqual([name, 404])
    expect(await asked('id.channel', 'monitor')).toBe(403)
    expect(await asked('hq.auditor', 'countryBudget.lines')).toBe(200)
  })
})

describe('a column with a right', () => {
  const SECRET = 'budget.margin.view'

  it('an export column with a right is in the file of a reader who has it when the file is made', async () => {
    const reader = await readerOf('in.manager')
    const rows = { text: "select 'a' as name, '12.50' as margin", values: [] }
    const list: ListExport = {
      ...listOf('countryBudget'),
      columns: [
        { key: 'name', kind: 'text', title: () => 'Name' },
        { key: 'margin', kind: 'amount', title: () => 'Margin', right: SECRET },
      ],
      query: async () => ({ rows, count: { text: 'select 1 as total', values: [] } }),
    }
    const holder = { ...reader, principal: { ...reader.principal, ...holding([SECRET], reader.principal.scope) } }
    expect((await sheetOf({ list, reader: holder })).header).toEqual(['Name', 'Margin'])
    expect((await sheetOf({ list, reader })).header).toEqual(['Name'])
    expect(await csvOf({ list, reader })).toEqual([['Name'], ['a']])
  })
})

/** Columns with text by people, and with rows in the demonstration company. */
const TYPED = [
  'approvalRecord.opinion',
  'approvalTemplate.name',
  'approvalVersions.note',
  'budgetLine.project',
  'budgetPosting.actor',
  'countryBudget.drafter',
  'countryBudget.lines.remark',
  'countryBudget.reason',
  'customerChannel.nameZh',
  'department.nameEn',
  'monitor.holder',
  'notification.opinion',
  'project.name',
  'tasks.all.holder',
  'tasks.mine.organisation',
]

// The last one: it changes what is stored in every table.
describe('texts that people typed', () => {
  it('texts that people typed are in the exported files unchanged and never run', async () => {
    const written = await server.query<{ name: string; fields: string[] }>(
      `select table_name as name, array_agg(column_name::text) as fields from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and is_generated = 'NEVER'
       and table_name not in (select table_name from information_schema.views where table_schema = 'public')
       and column_name ~ '^(name|title|reason|remark|opinion|message|note|comment|description|error)' group by 1`,
    )
    expect(written.length).toBeGreaterThan(10)
    for (const { name, fields } of written) {
      const spoil = (value: (field: string) => string) => {
        const set = fields.map((field) => `${field} = '=1+' || ${value(field)}`).join(', ')
        return server.query(
          `set session_replication_role = replica; update ${name} set ${set}; reset session_replication_role`,
        )
      }
      // Where a row may not have a text (a reason for a decision that was no refusal), only rows that have one.
      await spoil((field) => `coalesce(${field}, '')`).catch(() => spoil((field) => field))
    }
    const filters = await bodies()
    const reader = await readerOf('admin')
    const holding = new Set<string>()
    for (const list of shown(filters)) {
      const asked = { list, reader, body: { filters: filters[list.name] ?? {} } }
      const bytes = await fileOf(asked)
      expect([list.name, await formulasOf(bytes)]).toEqual([list.name, []])
      // A csv file has no totals.
      const texts = textsOf(await readExported(asked, bytes)).filter((cells) => !cells.includes('Total'))
      const csv = (await csvOf(asked)).slice(1)
      expect([list.name, csv.length]).toEqual([list.name, texts.length])
      for (const [row, cells] of texts.entries()) {
        for (const [at, text] of cells.entries()) {
          const isGuarded = RUNS.test(text) && list.columns[at]?.kind === 'text'
          if (isGuarded) holding.add(`${list.name}.${list.columns[at]?.key}`)
          if (isGuarded) expect([list.name, csv[row]?.[at]]).toEqual([list.name, `'${text}`])
        }
      }
    }
    expect([...holding]).toEqual(expect.arrayContaining(TYPED))
  })
})
