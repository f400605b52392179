import { afterAll, beforeAll, expect, it } from 'vitest'
import { pdfPages } from '#test/helpers/laws/file-parts.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// Pages that show no document have a PDF of the server, as documents do.

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})
afterAll(() => server?.close())

interface Found {
  readonly records: readonly Readonly<Record<string, string>>[]
}

async function printed(account: string, path: string, language: 'zh' | 'en' = 'en'): Promise<string> {
  const { status, headers, bytes } = await server.fetch(account, path, language)
  expect([path, status, headers['content-type']]).toEqual([path, 200, 'application/pdf'])
  return (await pdfPages(bytes)).map(({ text }) => text).join('')
}

it('the pages of a scheme, of a device and of a budget are printed with what they show, in the language of the reader', async () => {
  const schemes = await server.call<Found>('in.finance', '/aps/scheme/queryByPage', { limit: 10 })
  const scheme = schemes.data.records[0]!
  const devices = await server.call<Found>('in.channel', '/aps/device/page', { limit: 10 })
  const device = devices.data.records[0]!
  const lines = await server.call<Found>('in.finance', '/gs/IN/oversea/aps/budget/country/page', { limit: 10 })
  const line = lines.data.records[0]!
  const amount = (text: string) => text.replaceAll(/\B(?=(\d{3})+\.)/g, ',')
  const papers = [
    [
      'in.finance',
      `/aps/scheme/detail/pdf?schemeNo=${scheme['schemeNo']}`,
      [scheme['schemeNo']!, amount(scheme['approved']!)],
    ],
    ['in.channel', `/aps/device/detail/pdf?id=${device['id']}`, [device['sn']!, device['skuName']!]],
    [
      'in.finance',
      `/aps/budget/country/line/pdf?idcCode=IN&budgetCode=${line['budgetCode']}`,
      [line['budgetCode']!, amount(line['available']!)],
    ],
  ] as const
  for (const [account, path, texts] of papers) {
    const paper = await printed(account, path)
    for (const text of texts) expect(paper).toContain(text.replaceAll(/\s/g, ''))
    // A path stands where a text is missing.
    expect(paper).not.toMatch(/(schemeLife|devicePage|budget\.page|scheme\.documents)\./)
    expect(await printed(account, path, 'zh')).not.toBe(paper)
  }
})

it('the PDF of a page of another region does not exist', async () => {
  const schemes = await server.call<Found>('in.finance', '/aps/scheme/queryByPage', { limit: 10 })
  const path = `/aps/scheme/detail/pdf?schemeNo=${schemes.data.records[0]!['schemeNo']}`
  expect((await server.fetch('id.finance', path)).status).toBe(404)
  expect((await server.fetch('in.store', path)).status).toBe(403)
})

it('the PDF of a device heads its columns as what they hold, and tells what was paid in its currency', async () => {
  const [paid] = await server.query<{ id: string; amount: string; currency: string }>(
    `select k.device_id as id, k.amount, k.currency from device_claim k
     where k.id = (select min(c.id) from device_claim c where c.state in ('held', 'paid') and c.currency = 'INR')`,
  )
  const paper = await printed('in.finance', `/aps/device/detail/pdf?id=${paid!.id}`)
  expect(paper).toContain('SinceUntilWith')
  const written = Number(paid!.amount).toLocaleString('en-US', { minimumFractionDigits: 2 })
  expect(paper).toContain(`${written}${paid!.currency}`)
})
