import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { schemeExecute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { schemeWithhold } from '#areas/scheme/withhold/scheme-withhold.doc.ts'
import { OTHER_CUSTOMER, SAME_MODEL } from '#test/helpers/company/fixtures.ts'
import { claimStory, type ClaimStory } from '#test/helpers/scheme/claim-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'

let server: DemoServer
let story: SchemeStory
let claims: ClaimStory
let scheme: Acted

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  story = await schemeStory(server)
  claims = await claimStory(server, story)
})

beforeEach(async () => {
  scheme = await claims.scheme([{ amount: '1000.00' }])
})

afterAll(async () => {
  await server?.close()
})

describe('a claim of a scheme', () => {
  it('a claim uses the accrued amount first, then the commitment, and credits the rebate in the same journal', async () => {
    await claims.accrue(scheme, '400.00')
    const [before, rebateBefore] = [await story.buckets(), await claims.rebate()]
    const { data, msg } = await claims.claim(scheme, '600.00')
    expect(data?.state ?? msg).toBe('underApproval')
    expect(await story.buckets()).toEqual(before)
    expect(await story.parts(scheme.no)).toMatchObject([{ freeAccrued: '0.00', freeCommitted: '400.00' }])

    expect((await story.agree(schemeExecute, data.formInstanceId)).data.state).toBe('approved')
    const after = await story.buckets()
    expect([Number(before.acr) - Number(after.acr), Number(before.cmt) - Number(after.cmt)]).toEqual([400, 200])
    expect([Number(after.exe) - Number(before.exe), after.avl]).toEqual([600, before.avl])
    expect((await claims.rebate()) - rebateBefore).toBe(600)
    expect(await story.state(scheme.no)).toBe('partialExecution')
    const journals = await server.query<{ ledgers: string }>(
      `select string_agg(distinct p.ledger, ' ' order by p.ledger) as ledgers from ledger_journal j join ledger_posting p on p.journal_id = j.id
       where j.document_id = $1 group by j.id`,
      [data.id],
    )
    expect(journals).toEqual([{ ledgers: 'budget funds' }])
    expect(await claims.broken()).toEqual([])
  })

  it('a claim never pays beyond the scheme, nor without an accrual unless the scheme allows it', async () => {
    expect((await claims.claim(scheme, '1000.01')).error?.key).toBe('scheme.exceedsClaimable')
    const two = {
      lines: ['600.00', '400.01'].map((amount, at) => ({
        fundingNo: 1,
        amount,
        salesDocuments: `S${at}`,
        skuCode: at ? story.sku : null,
        remark: 'x',
      })),
    }
    expect((await claims.claim(scheme, '1', two)).error?.key).toBe('scheme.exceedsClaimable')
    scheme = await claims.scheme([{ amount: '500.00' }], { directExecution: 'no' })
    await claims.accrue(scheme, '200.00')
    expect((await claims.claim(scheme, '200.01')).error?.key).toBe('scheme.exceedsAccrued')
    expect((await claims.claim(scheme, '200.00')).data.state).toBe('underApproval')
  })

  it('a claim needs a reason to pay more than was calculated and never pays more than was claimed', async () => {
    expect((await claims.claim(scheme, '10.00', {}, { remark: null })).error?.key).toBe('scheme.beyondCalculation')
    expect((await claims.claim(scheme, '10.00', {}, { claimedAmount: '9.99' })).error?.key).toBe('scheme.beyondClaimed')
  })

  it('a claim is accepted once per line, customer and period, and a rejected one releases them', async () => {
    const first = await claims.claim(scheme, '100.00')
    expect((await claims.claim(scheme, '50.00')).error?.key).toBe('scheme.settledBefore')
    await story.decide(schemeExecute, first.data.formInstanceId, 'reject')
    expect(await story.parts(scheme.no)).toMatchObject([{ freeCommitted: '1000.00' }])
    const again = await claims.claim(scheme, '100.00')
    await story.agree(schemeExecute, again.data.formInstanceId)
    expect((await claims.claim(scheme, '50.00')).error?.key).toBe('scheme.settledBefore')
  })

  it('a claim with deducting tiers waits for another one of its line and is calculated after it', async () => {
    const { year, month } = story.budget
    const other = month > 1 ? month - 1 : 2
    const days = [month, other].toSorted((a, b) => a - b).map((of) => `${year}-${String(of).padStart(2, '0')}-01`)
    const line = { amount: '1000.00', ratePercent: null, ladderKind: 'unit', ladder: '0-:5' }
    scheme = await claims.scheme([line], { startDate: days[0], endDate: days[1] })
    const of = (period: number) => ({ claimPeriod: `${year}-${String(period).padStart(2, '0')}` })
    const first = await claims.claim(scheme, '50.00', of(other))
    expect(first.data?.state ?? first.msg).toBe('underApproval')
    expect((await claims.claim(scheme, '50.00', of(month))).error?.key).toBe('scheme.nettedInApproval')
    await story.agree(schemeExecute, first.data.formInstanceId)
    const second = await claims.claim(scheme, '50.00', of(month))
    expect(second.data?.state ?? second.msg).toBe('underApproval')
    const lines = await server.query(
      'select settled_before::text as before from scheme_execute_line where document_id = $1',
      [second.data.id],
    )
    expect(lines).toEqual([{ before: '50.00' }])
  })

  it('thirty claims for one period run at once, and exactly one succeeds', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => claims.claim(scheme, '900.00')))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(all.flatMap(({ error }) => error?.key ?? [])).toEqual(
      Array.from({ length: 29 }, () => 'scheme.settledBefore'),
    )
    expect(await story.parts(scheme.no)).toMatchObject([{ freeCommitted: '100.00' }])
  })

  it('a claim freezes its settlement and the basis of its calculation at the approval', async () => {
    const settled = async () =>
      (
        await server.call<{ records: readonly object[]; payment: object | null }>(
          'in.channel',
          '/aps/scheme/settlement/list',
          {
            schemeNo: scheme.no,
          },
        )
      ).data
    const { data } = await claims.claim(scheme, '100.00')
    expect(await settled()).toEqual({ records: [], next: null, payment: null })
    await story.agree(schemeExecute, data.formInstanceId)
    expect((await settled()).records).toMatchObject([
      {
        no: data.no,
        lineNo: 1,
        period: claims.period,
        firstDay: story.day(1),
        lastDay: story.day(28),
        amount: '100.00',
        ratePercent: '2.5000',
      },
    ])
    await expect(server.query('update scheme_settlement set amount = 1')).rejects.toThrow()
    const elsewhere = await server.call<{ records: object[] }>('id.finance', '/aps/scheme/settlement/list', {
      schemeNo: scheme.no,
    })
    expect(elsewhere.data.records).toEqual([])
  })

  it('settlements are listed page by page, newest first, and by customer', async () => {
    const [first, second] = [1, 2].map((of) => `${story.budget.year}-${String(of).padStart(2, '0')}`)
    // It runs into the month of its budget.
    const long = await claims.scheme([{ amount: '1000.00' }], { startDate: `${first}-01` })
    const older = await claims.paid(long, '100.00', { claimPeriod: first })
    const newer = await claims.paid(long, '200.00', { claimPeriod: second })
    interface Settled {
      readonly records: readonly { readonly no: string }[]
      readonly next: string | null
    }
    const settled = async (asked: object) =>
      (await server.call<Settled>('in.channel', '/aps/scheme/settlement/list', { schemeNo: long.no, ...asked })).data
    const page = await settled({ limit: 1 })
    expect(page.records).toMatchObject([{ no: newer.no, amount: '200.00' }])
    const rest = await settled({ limit: 1, after: page.next })
    expect(rest).toMatchObject({ records: [{ no: older.no, amount: '100.00' }], next: null })
    expect((await settled({ keyword: first })).records.map(({ no }) => no)).toEqual([older.no])
    expect((await settled({ keyword: `${newer.no}/1` })).records.map(({ no }) => no)).toEqual([newer.no])
    expect((await settled({ customerCode: story.customer })).records).toHaveLength(2)
    expect((await settled({ customerCode: 'C-ELSEWHERE' })).records).toEqual([])
  })

  it('a claim must fit the periods, deadline, payout type and customer of its scheme', async () => {
    expect((await claims.claim(scheme, '1.00', { claimPeriod: 'whole' })).error?.key).toBe('scheme.periodNotOfScheme')
    expect((await claims.claim(scheme, '1.00', { claimPeriod: `${story.budget.year - 1}-01` })).error?.key).toBe(
      'scheme.periodNotOfScheme',
    )
    expect((await claims.claim(scheme, '1.00', { postingDate: `${story.budget.year + 1}-01-01` })).error?.key).toBe(
      'scheme.claimedAfter',
    )
    expect((await claims.claim(scheme, '1.00', { payoutType: 'payment' })).error?.key).toBe('scheme.payoutDiffers')
    expect((await claims.claim(scheme, '1.00', { customerCode: OTHER_CUSTOMER })).error?.key).toBe(
      'scheme.notOfCustomer',
    )
  })

  it('a claim reduces the receivable by a credit memo where the scheme says so', async () => {
    scheme = await claims.scheme([{ amount: '500.00' }], { rebateType: 'reduce' })
    const { data } = await claims.claim(scheme, '300.00', { payoutType: 'reduce' })
    await story.agree(schemeExecute, data.formInstanceId)
    const items = await server.query(`select kind, no, open::text as open from receivable_item where source_id = $1`, [
      data.id,
    ])
    expect(items).toEqual([{ kind: 'creditMemo', no: `${data.no}/1`, open: '300.00' }])
    expect(await claims.broken()).toEqual([])
  })

  it('a final claim releases the rest of its lines, and only when no other document waits on them', async () => {
    await claims.accrue(scheme, '400.00')
    const before = await story.buckets()
    const { data } = await claims.claim(scheme, '300.00', { finalClaim: 'yes' })
    expect(await story.parts(scheme.no)).toMatchObject([{ freeAccrued: '0.00', freeCommitted: '0.00' }])
    await story.agree(schemeExecute, data.formInstanceId)
    const after = await story.buckets()
    expect(Number(after.avl) - Number(before.avl)).toBe(700)
    expect(await story.parts(scheme.no)).toMatchObject([{ committed: '0.00', accrued: '0.00', executed: '300.00' }])
    expect(await story.state(scheme.no)).toBe('fullExecution')

    scheme = await claims.scheme([{ amount: '1000.00' }])
    const waits = await story.hand(schemeWithhold, 'in.finance', scheme.no, {
      kind: 'regular',
      year: story.budget.year,
      month: story.budget.month,
      postingDate: story.day(28),
      lines: [{ fundingNo: 1, amount: '10.00' }],
    })
    expect(waits.data.state).toBe('underApproval')
    expect((await claims.claim(scheme, '300.00', { finalClaim: 'yes' })).error?.key).toBe('scheme.finalWhileOthers')
    expect(await claims.broken()).toEqual([])
  })

  it('a claim of a store activity needs evidence that was checked', async () => {
    scheme = await claims.scheme([{ amount: '500.00', basis: 'fixed', ratePercent: null }], {
      schemeType: 'display',
    })
    expect((await claims.claim(scheme, '100.00')).error?.key).toBe('scheme.evidenceMissing')
    const { key } = await story.evidence('in.channel')
    expect((await claims.claim(scheme, '100.00', { files: [key] })).error?.key).toBe('scheme.auditMissing')
    expect((await claims.claim(scheme, '100.00', { files: [key], auditResult: 'failed' })).error?.key).toBe(
      'scheme.auditFailed',
    )
    expect((await claims.claim(scheme, '100.00', { files: [key], auditResult: 'passed' })).error?.key).toBe(
      'scheme.storeMissing',
    )
    const nowhere = await claims.claim(
      scheme,
      '100.00',
      { files: [key], auditResult: 'passed' },
      { storeCode: 'NOWHERE' },
    )
    expect(nowhere.error?.key).toBe('scheme.storeUnknown')
  })

  it.each([
    ['scheme.taxNumberMissing', 'tax_no', 'standard'],
    ['scheme.unitMissing', 'operating_unit_code', 'standard'],
    ['scheme.bankMissing', 'bank_account', 'payment'],
  ] as const)('a claim is refused for a customer whose record is incomplete: %s', async (key, column, rebateType) => {
    scheme = await claims.scheme([{ amount: '1000.00' }], { rebateType })
    const [kept] = await server.query<{ value: string }>(`select ${column} as value from customer where code = $1`, [
      story.customer,
    ])
    await server.query(`update customer set ${column} = null where code = $1`, [story.customer])
    const refused = await claims.claim(scheme, '100.00', { payoutType: rebateType })
    await server.query(`update customer set ${column} = $2 where code = $1`, [story.customer, kept!.value])
    expect(refused.error).toMatchObject({ key, field: 'customerCode' })
  })

  it('a claim deducts no more tax than it pays and names a SKU of its scheme line', async () => {
    const taxed = await claims.claim(scheme, '100.00', { taxMode: 'excluded' }, { tdsAmount: '100.01' })
    expect(taxed.error?.key).toBe('scheme.taxBeyond')
    const line = { skuCode: SAME_MODEL }
    expect((await claims.claim(scheme, '100.00', {}, line)).error?.key).toBe('scheme.skuNotOfLine')
  })

  it('a claim is saved as a draft with incomplete input', async () => {
    const { status, msg } = await server.call('in.channel', '/aps/scheme/execute/save', {
      schemeNo: scheme.no,
      idcCode: 'IN',
      areaId: story.budget.area,
      lines: [{ fundingNo: 1, imeis: 'typed in part' }],
    })
    expect(status, msg).toBe(200)
  })

  it('a claim is refused to a drafter who does not see the scheme', async () => {
    const { status } = await server.call('id.channel', '/aps/scheme/execute/submit', {
      schemeNo: scheme.no,
      idcCode: 'IN',
      areaId: story.budget.area,
      currency: story.budget.currency,
      reason: 'x',
      customerCode: story.customer,
      claimPeriod: claims.period,
      payoutType: 'standard',
      postingDate: story.day(28),
      lines: [{ fundingNo: 1, amount: '1.00' }],
    })
    expect(status).toBe(404)
  })
})
