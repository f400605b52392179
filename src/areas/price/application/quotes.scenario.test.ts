import { afterAll, beforeAll, expect, it } from 'vitest'
import { INDIA, OTHER_MODEL, PHONE, TERM } from '#test/helpers/company/fixtures.ts'
import { companyOn, type TestCompany } from '#test/helpers/company/test-company.ts'
import { type DownloadWorld, downloadWorld } from '#test/helpers/download-world.ts'
import { pdfPages } from '#test/helpers/laws/file-parts.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { priceApplication } from './price-application.doc.ts'
import { priceApplication as en } from './price-application.en.ts'
import { priceApplication as zh } from './price-application.zh.ts'

// Quotes of competitors in other currencies, beside the requested price.

let world: DownloadWorld
let company: TestCompany
beforeAll(async () => {
  world = await downloadWorld(await demoDatabase())
  await world.startWorker()
  company = companyOn(world.server)
  await company.query(
    `insert into currency_rate (code, currency_code, base_code, kind, valid_from, units)
     values ('quote/1', 'INR', 'USD', 'booking', $1::date, 80), ('quote/2', 'INR', 'USD', 'booking', $2::date, 90)`,
    [testDay(-20), testDay(-5)],
  )
})
afterAll(() => world?.close())

const content = (quotes: readonly object[], skus: readonly string[] = [PHONE]) => ({
  ...INDIA,
  title: 'Match the market',
  classificationCode: 'PC-IN-04',
  tradeTermCode: TERM,
  basis: 'competitor' as const,
  taxMode: 'exclusive' as const,
  mode: 'replace' as const,
  effectiveFrom: testDay(10),
  market: 'Three shops in Delhi',
  reason: 'The market went down',
  lines: skus.map((skuCode) => ({ skuCode, price: '44000.00' })),
  quotes,
})
const quote = (quoted: string, quoteCurrency: string, days: number, more: object = {}) => ({
  competitor: 'Rival',
  product: 'R9',
  quoted,
  quoteCurrency,
  seenOn: testDay(days),
  ...more,
})

interface Checked {
  readonly tables: { readonly quotes: readonly { readonly values: object }[] }
}
const checked = async (quotes: readonly object[], skus?: readonly string[]) =>
  (
    await company.server.call<Checked>('in.channel', `${priceApplication.api}/check`, content(quotes, skus))
  ).data.tables.quotes.map(({ values }) => values)

it('a quote is compared at the booking rate of the day on which it was seen, with the rate, and without a rate the form says so', async () => {
  expect(
    await checked([
      quote('40000.00', 'INR', -3),
      quote('500.00', 'USD', -10),
      quote('500.00', 'USD', -5),
      quote('500.00', 'USD', -9000),
    ]),
  ).toEqual([
    { converted: '40000.00', conversion: 'same', rateOrigin: null, difference: '10.00' },
    { converted: '40000.00', conversion: 'booking', rateOrigin: '500.00 USD × 80', difference: '10.00' },
    { converted: '45000.00', conversion: 'booking', rateOrigin: '500.00 USD × 90', difference: '-2.22' },
    { converted: null, conversion: 'noRate', rateOrigin: null, difference: null },
  ])
})

it('a quote of an application for several products says with which it is compared, and names one of the lines', async () => {
  const skus = [PHONE, OTHER_MODEL.sku]
  const named = quote('40000.00', 'INR', -3, { skuCode: OTHER_MODEL.sku })
  const found = await checked([quote('40000.00', 'INR', -3), named], skus)
  expect(found).toMatchObject([{ difference: null }, { difference: '10.00' }])
  for (const [language, text] of [
    ['en', `Product ${OTHER_MODEL.sku} is in no line of this application`],
    ['zh', `本申请的明细中没有产品 ${OTHER_MODEL.sku}`],
  ] as const) {
    const refused = await company.server.call(
      'in.channel',
      `${priceApplication.api}/submit`,
      content([quote('1.00', 'INR', -3), named]),
      language,
    )
    expect(refused.error).toMatchObject({ key: 'price.quoteOfOther', table: 'quotes', field: 'skuCode', row: 1 })
    expect(refused.msg).toContain(text)
  }
})

it('a submitted application keeps the comparison of its quotes, on its page, its paper and in its file', async () => {
  const quotes = [quote('500.00', 'USD', -10), quote('500.00', 'USD', -9000)]
  const { data, msg } = await company.as('in.channel').submit(priceApplication, content(quotes))
  expect([msg, data?.state]).toEqual([msg, 'underApproval'])
  await company.query(`update currency_rate set units = 85 where code = 'quote/1'`)
  const { document } = (
    await company.server.call<{ document: { quotes: object[] } }>('in.manager', `${priceApplication.api}/detail`, {
      no: data.no,
    })
  ).data
  expect(document.quotes).toMatchObject([
    { converted: '40000.00', conversion: 'booking', rateOrigin: '500.00 USD × 80', difference: '10.00' },
    { converted: null, conversion: 'noRate', difference: null },
  ])
  for (const [language, texts] of [
    ['en', en],
    ['zh', zh],
  ] as const) {
    const { bytes } = await company.server.fetch(
      'in.manager',
      `/aps/document/priceApplication/pdf?no=${data.no}`,
      language,
    )
    const paper = (await pdfPages(bytes)).map(({ text }) => text.replaceAll(/\s/g, '')).join('')
    for (const text of ['40,000.00', '500.00 USD × 80', '10.00', texts.options.conversion.noRate])
      expect([text, paper.includes(text.replaceAll(/\s/g, ''))]).toEqual([text, true])
  }
  const asked = await company.server.call<{ taskId: string }>('in.finance', `${priceApplication.api}/quotes/export`, {
    formInstanceId: data.formInstanceId,
    format: 'csv',
  })
  expect(asked.data, asked.msg).toBeDefined()
  const task = await world.ended('in.finance', asked.data.taskId)
  const file = (await company.server.fetch('in.finance', task.downloadUrl ?? '')).bytes.toString('utf8')
  for (const text of ['500.00 USD × 80', '40000.00', en.options.conversion.noRate, en.tableFields.quotes.difference])
    expect([text, file.includes(text)]).toEqual([text, true])
})
