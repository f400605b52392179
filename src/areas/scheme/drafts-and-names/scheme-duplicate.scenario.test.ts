import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DuplicateDocument } from '#kernel/engine/document/duplicates/duplicate-wire.ts'
import { writePng } from '#kernel/platform/files/write-png.ts'
import { schemeApplication } from '#areas/scheme/application/scheme-application.doc.ts'
import { schemeClawback } from '#areas/scheme/clawback/scheme-clawback.doc.ts'
import { OTHER_CUSTOMER } from '#test/helpers/company/fixtures.ts'
import { claimStory, type ClaimStory } from '#test/helpers/scheme/claim-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'

interface Checked {
  readonly refusals: readonly { readonly key: string }[]
  readonly duplicates: readonly DuplicateDocument[]
}

let server: DemoServer
let story: SchemeStory
let claims: ClaimStory
const otherCustomer = OTHER_CUSTOMER

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  story = await schemeStory(server)
  claims = await claimStory(server, story)
})

afterAll(async () => {
  await server?.close()
})

/** The soft check of an application as it is typed. */
async function typed(amount: string, header: object = {}, line: object = {}, language: 'zh' | 'en' = 'en') {
  const content = story.content([{ amount, ...line }], { name: 'Another name', ...header })
  const { data, msg } = await server.call<Checked>('in.channel', '/aps/scheme/application/check', content, language)
  if (!data) throw new Error(msg)
  return data
}

const duplicateTo = (account: string, documentType: string, { id }: Acted, language: 'zh' | 'en' = 'en') =>
  server.call<readonly DuplicateDocument[]>(account, '/aps/document/duplicates', { documentType, id }, language)

const numbers = (found: readonly DuplicateDocument[]) => found.map(({ no }) => no)
const labels = (found: DuplicateDocument | undefined) =>
  found?.rows.filter(({ isSame }) => isSame).map(({ kind, label }) => label ?? kind)

describe('possible duplicates of a policy application', () => {
  it('a possible duplicate of a policy application has the same customer and amount in the same period, whatever its name', async () => {
    const { data: first } = await story.apply([{ amount: '7411.37' }, { amount: '10.00' }])
    const { duplicates, refusals } = await typed('7411.37')
    expect(numbers(duplicates)).toEqual([first.no])
    expect(duplicates[0]).toMatchObject({
      same: ['amount'],
      typeLabel: 'Policy application',
      stateLabel: 'Under Approval',
    })
    expect(labels(duplicates[0])).toEqual(
      expect.arrayContaining(['Customer', 'Planned amount', 'period', 'Scheme type']),
    )
    expect(duplicates[0]?.rows.find(({ kind }) => kind === 'amount')).toMatchObject({
      mine: ['7411.37'],
      other: ['7411.37'],
    })
    expect(duplicates[0]?.rows.find(({ mine }) => mine[0] === 'Another name')).toMatchObject({
      mine: ['Another name'],
      other: ['Festival sell-in'],
      isSame: false,
    })
    expect(refusals).toEqual([])
    // The next month, a cent more, another customer: no duplicate.
    expect((await typed('7411.37', { startDate: story.day(29), endDate: story.day(29) })).duplicates).toEqual([])
    expect((await typed('7411.38')).duplicates).toEqual([])
    expect((await typed('7411.37', {}, { customerCode: otherCustomer })).duplicates).toEqual([])
  })

  it('a possible duplicate is described in the reader’s language', async () => {
    await story.apply([{ amount: '7412.00' }])
    const { duplicates } = await typed('7412.00', {}, {}, 'zh')
    expect(duplicates[0]).toMatchObject({ typeLabel: '政策申请', stateLabel: '审批中' })
    expect(labels(duplicates[0])).toContain('客户')
  })

  it('a possible duplicate does not block the submit, is shown to approvers, and a rejected one is not listed', async () => {
    const first = (await story.apply([{ amount: '7413.00' }])).data
    const second = (await story.apply([{ amount: '7413.00' }])).data
    expect(second.state).toBe('underApproval')
    expect(numbers((await duplicateTo('in.manager', 'schemeApplication', second)).data)).toEqual([first.no])
    expect(numbers((await duplicateTo('hq.auditor', 'schemeApplication', first)).data)).toEqual([second.no])
    await story.decide(schemeApplication, first.formInstanceId, 'reject')
    expect((await duplicateTo('in.manager', 'schemeApplication', second)).data).toEqual([])
    expect((await duplicateTo('in.manager', 'schemeApplication', first)).data).toEqual([])
  })

  it('a policy application is not flagged as a duplicate of its own earlier version', async () => {
    const { data } = await story.apply([{ amount: '7414.00' }])
    await story.decide(schemeApplication, data.formInstanceId, 'reject')
    const again = (await story.apply([{ amount: '7414.00' }], { id: data.id, version: data.version + 1 })).data
    expect(again?.no).toBe(data.no)
    expect((await typed('7414.00', { id: data.id })).duplicates).toEqual([])
  })
})

describe('possible duplicates out of sight', () => {
  it('a possible duplicate of another organisation is not shown', async () => {
    const { data: mine } = await story.apply([{ amount: '7421.00' }])
    const { data: other } = await story.apply([{ amount: '7421.00' }])
    // Indonesia finds neither the document nor its duplicates.
    expect((await duplicateTo('id.channel', 'schemeApplication', mine)).status).toBe(404)
    await server.query(
      `update scheme_application set scope_id = (select id from organisation where code = 'ID') where id = $1`,
      [other.id],
    )
    await server.query('delete from approval_task where document_id = $1', [other.id])
    expect((await duplicateTo('in.manager', 'schemeApplication', mine)).data).toEqual([])
    expect(numbers((await duplicateTo('hq.auditor', 'schemeApplication', mine)).data)).toEqual([other.no])
    expect((await typed('7421.00')).duplicates.map(({ no }) => no)).toEqual([mine.no])
  })

  it("a possible duplicate with a line of a customer beyond the reader's limit is not shown", async () => {
    const { data } = await story.apply([{ amount: '7423.00' }, { amount: '10.00', customerCode: otherCustomer }])
    const found = async () =>
      numbers(
        (await server.call<Checked>('in.rcsm', '/aps/scheme/application/check', story.content([{ amount: '7423.00' }])))
          .data.duplicates,
      )
    expect(await found()).toEqual([data.no])
    await server.query(
      `insert into user_customer (user_id, customer_code) select id, $1 from app_user where account = 'in.rcsm'`,
      [story.customer],
    )
    expect(await found()).toEqual([])
    await server.query(`delete from user_customer where user_id = (select id from app_user where account = 'in.rcsm')`)
  })

  it('possible duplicates are shown only with the right of the document type', async () => {
    const { data } = await story.apply([{ amount: '7422.00' }])
    expect((await duplicateTo('hq.it', 'schemeApplication', data)).status).toBe(404)
    expect((await duplicateTo('in.manager', 'noSuchType', data)).status).toBe(404)
  })
})

describe('possible duplicates of a claim', () => {
  it('a claim is compared with receivables adjustments too, by the customer’s invoice number', async () => {
    const scheme = await claims.scheme([{ amount: '9000.00' }, { amount: '9000.00' }])
    const { data: first } = await claims.claim(scheme, '431.07', {
      invoiceNo: 'Inv-77/a',
      invoiceDate: story.day(2),
      invoiceAmount: '431.07',
    })
    expect(first.state).toBe('underApproval')
    const check = (account: string, content: object) =>
      server.call<Checked>(account, '/aps/scheme/execute/check', {
        schemeNo: scheme.no,
        idcCode: 'IN',
        areaId: story.budget.area,
        currency: story.budget.currency,
        customerCode: story.customer,
        claimPeriod: claims.period,
        payoutType: 'standard',
        postingDate: story.day(28),
        reason: 'As agreed',
        lines: [{ fundingNo: 2, amount: '431.07', remark: 'Again' }],
        ...content,
      })
    const byAmount = (await check('in.channel', {})).data.duplicates
    expect(byAmount.map(({ no, same }) => [no, same])).toEqual([[first.no, ['amount']]])
    const byBoth = (await check('in.channel', { invoiceNo: 'INV-77/A' })).data.duplicates
    expect(byBoth[0]?.same).toEqual(['number', 'amount'])
    const byNumber = (
      await check('in.channel', { invoiceNo: 'INV-77/A', lines: [{ fundingNo: 2, amount: '1.00', remark: 'x' }] })
    ).data
    expect(byNumber.duplicates[0]?.same).toEqual(['number'])
    // An adjustment of the same amount in that month pays the customer the same money again.
    const adjusted = await server.call<Checked>('in.finance', '/aps/scheme/receivablesAdjustment/check', {
      idcCode: 'IN',
      areaId: story.budget.area,
      customerCode: story.customer,
      operatingUnitCode: 'OU',
      currency: story.budget.currency,
      adjustReason: 'priceDifference',
      costBearing: 'no',
      taxDocument: 'none',
      postingDate: story.day(28),
      reason: 'Price difference',
      lines: [{ itemNo: 'X', direction: 'decrease', amount: '431.07' }],
    })
    expect(adjusted.data.duplicates.map(({ no, documentType }) => [no, documentType])).toEqual([
      [first.no, 'schemeExecute'],
    ])
  })

  it('a claim with the same file under another name is found, and files out of sight are not revealed', async () => {
    const scheme = await claims.scheme([{ amount: '9000.00' }, { amount: '9000.00' }])
    const bytes = writePng(3, 3, () => [9, 40, 77])
    const upload = async (account: string, name: string) =>
      (await server.upload<{ key: string }>(account, '/aps/attachment/file/upload', { name, bytes })).data.key
    const key = await upload('in.channel', 'poster.png')
    const { data: first, msg } = await claims.claim(scheme, '55.00', { files: [key] })
    expect(first?.state ?? msg).toBe('underApproval')
    const check = (account: string, files: readonly string[]) =>
      server.call<Checked>(account, '/aps/scheme/execute/check', {
        schemeNo: scheme.no,
        customerCode: story.customer,
        claimPeriod: claims.period,
        files,
        lines: [{ fundingNo: 2, amount: '66.00' }],
      })
    const again = await upload('in.rsm', 'shop-window.png')
    const { data, msg: refused } = await check('in.channel', [await upload('in.channel', 'x.png')])
    expect(data?.duplicates.map(({ no, same }) => [no, same]) ?? refused).toEqual([[first.no, ['file']]])
    const files = data.duplicates[0]?.rows.find(({ kind }) => kind === 'files')
    expect(files).toMatchObject({ mine: ['x.png'], other: ['poster.png'], isSame: true })
    // The key of another person's upload reveals nothing.
    expect((await check('in.channel', [again])).data.duplicates).toEqual([])
  })
})

describe('possible duplicates of a negative redemption', () => {
  it('a negative redemption is not flagged as a duplicate of the claim that it recovers', async () => {
    const scheme = await claims.scheme([{ amount: '1000.00' }])
    const paid = await claims.paid(scheme, '321.00')
    const { key } = await story.evidence('in.channel')
    const { data, msg } = await story.hand(schemeClawback, 'in.channel', scheme.no, {
      customerCode: story.customer,
      recovery: 'rebate',
      postingDate: story.day(28),
      files: [key],
      lines: [{ settledLine: `${paid.no}/1`, amount: '321.00', recoveryReason: 'overCalculation' }],
    })
    expect(data?.state ?? msg).toBe('underApproval')
    expect((await duplicateTo('hq.auditor', 'schemeClawback', data)).data).toEqual([])
    expect((await duplicateTo('hq.auditor', 'schemeExecute', paid)).data).toEqual([])
  })
})
