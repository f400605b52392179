import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { requestMeter } from '#kernel/platform/access/request-meter.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { loadDocument } from '#kernel/engine/document/load-document.ts'
import { readSheet } from '#kernel/platform/excel/read/read-workbook.ts'
import { textRows, workbookOf } from '#kernel/platform/excel/workbook-fixture.ts'
import { createServer } from '#kernel/platform/http/server.ts'
import { templateRoutes } from '#kernel/services/imports/file.routes.ts'
import { registerTexts } from '#kernel/base/i18n/texts.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { withPlaces } from '#app/with-places.ts'
import { makeSession, sessionHeaders } from '#test/helpers/servers/requests.ts'
import { budgetWorld, INDIA, type World } from '#test/helpers/budget/budget-world.ts'
import { budgetArea as budgetManifest } from '../budget.area.ts'
import { countryBudget } from '../country-budget/country-budget.doc.ts'

import { parseRoute } from '#kernel/services/line-file/line-file.routes.ts'
import { countryBudgetFile, countryBudgetLinesImport } from './country-budget-lines.import.ts'

const TITLES = [
  'Country',
  'Project',
  'Business type',
  'Sub business',
  'Product line',
  'Application amount',
  'Budget code',
  'Remark',
]
const GOOD = ['IN', 'PR-1', 'F01', 'S01', 'P1', '100.50']
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface Answer {
  readonly code: number
  readonly msg: string
  readonly data: {
    readonly lines: {
      row: number
      line: Record<string, string>
      errors: { row: number; column: string; key: string; msg: string }[]
    }[]
    readonly goodCount: number
    readonly badCount: number
    readonly errors: { key: string; msg: string }[]
    readonly warnings: { key: string }[]
  }
  readonly error?: { readonly key: string; readonly msg: string }
}

const TEMPLATE = '/aps/template/import/country-budget-lines.xlsx'

let world: World
let app: FastifyInstance

beforeAll(async () => {
  world = await budgetWorld(await testDatabase())
  const budgetArea = await withPlaces(budgetManifest)
  registerTexts(budgetArea.name, budgetArea.texts)
  app = await createServer({
    runtime: { pool: world.pool, now: productNow },
    scanner: null,
    routes: [parseRoute(countryBudgetFile), ...templateRoutes([countryBudgetLinesImport])],
    rights: new Set(Object.keys(budgetArea.rights)),
    pathValues: { idc: new Set(['IN', 'ID', 'CN']) },
    pages: { folder: join(import.meta.dirname, 'no-pages'), phonePaths: [] },
    publicUrl: 'http://localhost',
    trustProxy: false,
    logLevel: 'silent',
    meter: requestMeter(world.pool, productNow),
    limits: () => ({ address: 10_000, person: 10_000 }),
    raw: () => {},
  })
})

afterAll(async () => {
  await app?.close()
  await world?.close()
})

async function headersOf(account: string, language: 'zh' | 'en') {
  return { ...sessionHeaders(await makeSession(world.pool, account, 60)), 'x-language': language }
}

interface Upload {
  readonly header?: object
  readonly account?: string
  readonly language?: 'zh' | 'en'
  readonly idc?: string
}

async function parse(
  file: Uint8Array<ArrayBufferLike>,
  upload: Upload = {},
): Promise<{ status: number; answer: Answer }> {
  const form = new FormData()
  form.append('header', JSON.stringify({ ...INDIA, ...upload.header }))
  form.append('file', new File([Uint8Array.from(file)], 'lines.xlsx', { type: XLSX }))
  const body = new Response(form)
  const response = await app.inject({
    method: 'POST',
    url: `/gs/${upload.idc ?? 'IN'}/oversea/aps/budget/country/edit/parse`,
    headers: {
      ...(await headersOf(upload.account ?? 'in.channel', upload.language ?? 'en')),
      'content-type': body.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  return { status: response.statusCode, answer: response.json() }
}

const sheet = (...rows: string[][]) => workbookOf({ rows: textRows([TITLES, ...rows]) })

/** `column key` of each error of each line. */
const problems = ({ answer }: { answer: Answer }) =>
  answer.data.lines.map(({ errors }) => errors.map(({ column, key }) => `${column} ${key}`))

describe('lines from a workbook', () => {
  it('lines from a workbook keep the good rows and report each bad cell', async () => {
    const result = await parse(
      sheet(
        GOOD,
        ['IN / India', 'PR-2', 'F01', 'S02', 'P1', '１,234', '', 'second'],
        ['ID', 'PR-1', 'F01', 'S01', 'P1', '1.005'],
        ['IN', 'PR-9', 'F09', 'S01', 'P9', 'abc'],
        ['', 'PR-1', 'F01', 'S01', 'I1', '-5'],
      ),
    )
    expect(result.status).toBe(200)
    expect(result.answer.data).toMatchObject({ goodCount: 2, badCount: 3, errors: [], warnings: [] })
    expect(result.answer.data.lines[1]).toEqual({
      row: 3,
      line: {
        countryCode: 'IN',
        projectCode: 'PR-2',
        fscId: 'F01',
        subBusiCode: 'S02',
        productLineCode: 'P1',
        amount: '1234.00',
        budgetCode: '',
        remark: 'second',
      },
      errors: [],
    })
    expect(problems(result).slice(2)).toEqual([
      ['countryCode budget.countryNotOfArea', 'projectCode budget.projectUnknown', 'amount excel.cellDecimals'],
      [
        'projectCode budget.projectUnknown',
        'fscId budget.businessTypeUnknown',
        'productLineCode budget.productLineUnknown',
        'amount excel.cellNotNumber',
      ],
      ['countryCode excel.cellRequired', 'productLineCode budget.mixedProductClass', 'amount excel.cellNegative'],
    ])
    expect(result.answer.data.lines[3]).toMatchObject({ row: 5, line: { projectCode: 'PR-9', amount: 'abc' } })
    expect(result.answer.data.lines[3]?.errors[0]).toMatchObject({ row: 5, msg: expect.stringContaining('PR-9') })
  })

  it('lines from a workbook are read with Chinese headers and answered in Chinese', async () => {
    const titles = ['备注', '国家', '项目', '业务类型', '业务小类', '产品线', '申请金额']
    const bytes = workbookOf({ rows: textRows([titles, ['好', 'IN', 'PR-1', 'F01', 'S01', 'P1', 'x']]) })
    const { answer } = await parse(bytes, { language: 'zh' })
    expect(answer.data.lines[0]).toMatchObject({
      line: { remark: '好' },
      errors: [{ column: 'amount', msg: expect.stringMatching(/有效数字/) }],
    })
  })

  it('lines from a workbook are refused when a budget repeats or a cell has a formula', async () => {
    expect(problems(await parse(sheet(GOOD, ['IN', 'PR-2', 'F01', 'S01', 'P1', '1'], GOOD)))).toEqual([
      [],
      [],
      ['countryCode budget.duplicateLine'],
    ])
    const formula = workbookOf({ rows: `${textRows([TITLES])}<row>${'<c><f>A1</f><v>1</v></c>'.repeat(6)}</row>` })
    expect(problems(await parse(formula))[0]?.every((problem) => problem.endsWith('excel.cellFormula'))).toBe(true)
  })

  it('lines of a revoke need their budget, of this area and within its available amount', async () => {
    const submitted = await world.submit('in.channel', [{ amount: '80.00' }])
    await world.approveAll(submitted.formInstanceId ?? '')
    const context = await world.contextOf('in.channel')
    const document = await reading(world.pool, (tx) => loadDocument(tx, context, countryBudget, { id: submitted.id }))
    const [line] = await world.query<{ code: string }>('select code from budget_line where project_code = $1', [
      document.lines[0]?.['projectCode'],
    ])
    const code = line?.code ?? ''
    const revoke = (amount: string, budgetCode: string) =>
      parse(sheet([...GOOD.slice(0, 5), amount, budgetCode]), { header: { applyType: 'revoke' } })
    expect(problems(await revoke('80', code))).toEqual([[]])
    expect(problems(await revoke('80.01', code))).toEqual([['amount budget.exceedsLine']])
    expect(problems(await revoke('1', 'NONE'))).toEqual([['budgetCode budget.budgetUnknown']])
    // The column itself is then required.
    expect(
      (await parse(workbookOf({ rows: textRows([TITLES.slice(0, 6), GOOD]) }), { header: { applyType: 'revoke' } }))
        .answer.data.errors,
    ).toMatchObject([{ key: 'excel.columnMissing', msg: 'The column Budget code is missing' }])
  })

  it('amounts of a workbook are read as people write them, and one in another currency is refused', async () => {
    const amounts = ['2,50,000.00', '₹ 75,000', 'INR 1,000', '1,5', 'USD 75,000', '1.234']
    const result = await parse(sheet(...amounts.map((amount, at) => [...GOOD.slice(0, 5), amount, '', String(at)])))
    expect(result.answer.data.lines.map(({ line }) => line['amount'])).toEqual([
      '250000.00',
      '75000.00',
      '1000.00',
      ...amounts.slice(3),
    ])
    expect(problems(result).map((found) => found.find((each) => each.startsWith('amount')) ?? null)).toEqual([
      null,
      null,
      null,
      'amount excel.cellNotNumber',
      'amount excel.cellNotNumber',
      'amount excel.cellDecimals',
    ])
  })

  it('a country beside a project of another country is an error of its cell, and stays as it was written', async () => {
    const { answer } = await parse(sheet(['IN', 'PR-ID', ...GOOD.slice(2)]))
    expect(answer.data.lines[0]).toMatchObject({
      line: { countryCode: 'IN', projectCode: 'PR-ID' },
      errors: [{ column: 'projectCode' }],
    })
  })

  it('a workbook without required columns gets all missing columns and unknown headers named', async () => {
    const missing = await parse(
      workbookOf({
        rows: textRows([
          ['Country', 'Project'],
          ['IN', 'PR-1'],
        ]),
      }),
    )
    expect(missing.answer.data).toMatchObject({ goodCount: 0, badCount: 0, lines: [] })
    expect(missing.answer.data.errors).toMatchObject([{ key: 'excel.columnMissing', params: { count: 4 } }])
    for (const title of TITLES.slice(2, 6)) expect(JSON.stringify(missing.answer.data.errors)).toContain(title)
    const extra = await parse(
      workbookOf({
        rows: textRows([
          [...TITLES.slice(0, 6), 'Owner'],
          [...GOOD, 'me'],
        ]),
      }),
    )
    expect(extra.answer.data).toMatchObject({ goodCount: 1, warnings: [{ key: 'excel.columnIgnored' }] })
  })

  it('a file that is no workbook or has more than 10,000 rows is refused', async () => {
    expect(await parse(Buffer.from('\x89PNG\r\n\x1a\n'.repeat(50), 'latin1'))).toMatchObject({
      status: 400,
      answer: { code: 400, error: { key: 'excel.notWorkbook' }, msg: expect.stringContaining('.xlsx') },
    })
    const rows = (count: number) =>
      textRows([TITLES]) +
      Array.from({ length: count }, (_, index) => `<row r="${index + 2}"><c t="str"><v>${index}</v></c></row>`).join('')
    expect((await parse(workbookOf({ rows: rows(10_001) }))).answer.error?.key).toBe('excel.tooManyRows')
    const full = await parse(workbookOf({ rows: rows(10_000) }))
    expect(full.answer.data).toMatchObject({ goodCount: 0, badCount: 10_000 })
  })

  it('a workbook beyond the size limit is refused without being read to its end', async () => {
    const result = await parse(Buffer.alloc(11 * 1024 * 1024, 'PK'))
    expect(result.status).toBe(413)
    expect(result.answer.error?.key).toBe('http.tooLarge')
  })

  it("lines from a workbook need the right to apply in the caller's own region", async () => {
    const bytes = sheet(GOOD)
    expect((await parse(bytes, { account: 'in.manager' })).status).toBe(403)
    expect((await parse(bytes, { account: 'nomenu' })).status).toBe(403)
    expect((await parse(bytes, { account: 'id.channel' })).status).toBe(404)
    expect((await parse(bytes, { idc: 'XX' })).status).toBe(404)
    const header = await parse(bytes, { header: { year: 'soon' } })
    expect(header.status).toBe(200)
  })
})

describe('the template of application lines', () => {
  async function download(account: string, language: 'zh' | 'en') {
    const response = await app.inject({
      method: 'GET',
      url: TEMPLATE,
      headers: await headersOf(account, language),
    })
    return { response, bytes: new Uint8Array(response.rawPayload) }
  }
  const limits = { maxBytes: 1e6, maxUncompressedBytes: 1e7, maxRows: 100, maxColumns: 20 }

  it.each(['zh', 'en'] as const)(
    'the template of application lines has the headers that the upload expects, in %s',
    async (language) => {
      const { response, bytes } = await download('in.channel', language)
      expect(response.headers).toMatchObject({
        'content-type': XLSX,
        'content-disposition': expect.stringContaining("filename*=UTF-8''"),
      })
      expect((await readSheet(bytes, limits)).header).toHaveLength(TITLES.length)
      expect((await parse(bytes, { language })).answer.data.errors.map(({ key }) => key)).toEqual(['excel.emptySheet'])
    },
  )

  it.each([
    ['a grant', { applyType: 'grant' }, TITLES.filter((title) => title !== 'Budget code')],
    ['a revoke', { applyType: 'revoke' }, ['Budget code', ...TITLES.filter((title) => title !== 'Budget code')]],
    [
      'a grant to projects',
      { applyType: 'grant', level: 'project' },
      TITLES.filter((title) => title !== 'Budget code' && title !== 'Country'),
    ],
  ])('the template of lines of %s has the columns of its sheet in the same order', async (_, header, titles) => {
    const params = encodeURIComponent(JSON.stringify({ ...INDIA, ...header }))
    const { rawPayload } = await app.inject({
      method: 'GET',
      url: `${TEMPLATE}?params=${params}`,
      headers: await headersOf('in.channel', 'en'),
    })
    const { header: found } = await readSheet(new Uint8Array(rawPayload), limits)
    expect(found.map((title) => title.replace(/ ?\*$/, ''))).toEqual(titles)
  })

  it("the template of application lines offers only codes of the caller's areas", async () => {
    const { header, rows } = await readSheet((await download('id.channel', 'en')).bytes, { ...limits, sheet: 'lists' })
    const texts = [header, ...rows.map(({ cells }) => cells.map((cell) => ('text' in cell ? cell.text : '')))].flat()
    expect(texts).toContain('ID / Indonesia')
    expect(texts).toContain('PR-ID / Project ID')
    expect(texts.join()).not.toMatch(/IN \/|PR-1/)
  })

  it('the template of application lines needs a session and the right', async () => {
    expect((await download('nomenu', 'en')).response.statusCode).toBe(403)
    expect((await app.inject({ method: 'GET', url: TEMPLATE })).statusCode).toBe(401)
  })
})
