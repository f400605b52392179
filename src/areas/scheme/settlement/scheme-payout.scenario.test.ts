import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { schemeExecute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { claimStory, type ClaimStory } from '#test/helpers/scheme/claim-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { schemeStory, type SchemeStory, taxAtFifteen } from '#test/helpers/scheme/scheme-story.ts'
import { settlementStateOf } from './settlement-state.ts'

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

describe('a claimed device', () => {
  it('a claimed device counts for the period in which the customer got it', async () => {
    const check = async () => {
      const { data } = await server.call<{ lines: readonly { values: Record<string, unknown> }[] }>(
        'in.channel',
        '/aps/scheme/execute/check',
        {
          schemeNo: scheme.no,
          idcCode: 'IN',
          areaId: story.budget.area,
          currency: story.budget.currency,
          reason: 'As agreed',
          customerCode: story.customer,
          claimPeriod: claims.period,
          payoutType: 'standard',
          postingDate: story.day(28),
          lines: [{ fundingNo: 1, amount: '1.00' }],
        },
      )
      return data.lines[0]!.values
    }
    const before = Number((await check())['basisUnits'])
    await claims.soldIn(2)
    expect(await check()).toMatchObject({ basisUnits: before + 1 })
    // 2.5 % of each unit's price.
    expect(Number((await check())['calculatedAmount'])).toBe((before + 1) * 300)
  })

  it('a device is paid once per scheme type, however many claims name it at once', async () => {
    const [imei, sku, customer] = [await claims.soldIn(1), story.sku, story.customer]
    const line = {
      amount: '500.00',
      ratePercent: null,
      unitAmount: '20.00',
      plannedQuantity: 25,
      skuCode: sku,
      customerCode: customer,
    }
    const schemes = await Promise.all([1, 2].map(() => claims.scheme([line], { rebateType: 'detail' })))
    const hand = (no: string, more: object = {}) =>
      story.hand(schemeExecute, 'in.channel', no, {
        customerCode: customer,
        claimPeriod: claims.period,
        payoutType: 'detail',
        postingDate: story.day(28),
        lines: [{ fundingNo: 1, amount: '20.00', imeis: imei, ...more }],
      })
    const [first, second] = schemes.map(({ no }) => no)
    expect((await hand(first!, { imeis: null })).error?.key).toBe('scheme.devicesMissing')
    expect((await hand(first!, { quantity: 2 })).error?.key).toBe('scheme.deviceCount')
    expect((await hand(first!, { amount: '20.01' })).error?.key).toBe('scheme.beyondCalculation')
    const raced = await Promise.all(Array.from({ length: 20 }, (_, at) => hand(at % 2 === 0 ? first! : second!)))
    const won = raced.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    await story.agree(schemeExecute, won[0]!.data.formInstanceId)
    const lost = [first!, second!].map((no) => hand(no))
    for (const { error } of await Promise.all(lost))
      expect(['device.claimed', 'scheme.settledBefore']).toContain(error?.key)
    const paid = await server.query(
      `select k.state, k.amount::text as amount from device_claim k join device d on d.id = k.device_id where d.imei1 = $1`,
      [imei],
    )
    expect(paid.filter((row) => (row as { state: string }).state === 'paid')).toEqual([
      { state: 'paid', amount: '20.00' },
    ])
    expect(await claims.broken()).toEqual([])
  })
})

describe('a named device of a claim', () => {
  it('a named device must be counted by its line: sold by the customer to a consumer in the period', async () => {
    const line = { amount: '500.00', ratePercent: null, unitAmount: '20.00', plannedQuantity: 25, basis: 'sellOut' }
    scheme = await claims.scheme([line], { schemeType: 'sellOutRebate', rebateType: 'detail', endDate: story.day(20) })
    const [kept, sold, late] = [await claims.soldIn(31), await claims.soldIn(32), await claims.soldIn(33)]
    await claims.soldOut(sold, 20)
    await claims.soldOut(late, 21)
    const claim = (imeis: string) =>
      claims.claim(scheme, '20.00', { payoutType: 'detail' }, { imeis, remark: 'As the distributor reported' })
    for (const imei of [kept, late]) expect((await claim(imei)).error?.key).toBe('scheme.deviceNotCounted')
    expect((await claim(`${sold} ${kept}`)).error?.key).toBe('scheme.deviceNotCounted')
    const { data, msg } = await claim(sold)
    expect(data?.state ?? msg).toBe('underApproval')
  })

  it('a named device of a sell-through scheme must have been passed to a dealer who has it now', async () => {
    const line = { amount: '500.00', ratePercent: null, unitAmount: '10.00', plannedQuantity: 50, basis: 'sellThrough' }
    scheme = await claims.scheme([line], { schemeType: 'sellThroughRebate', rebateType: 'detail' })
    const units = [await claims.soldIn(41), await claims.soldIn(42)]
    const claim = () => claims.claim(scheme, '20.00', { payoutType: 'detail' }, { imeis: units.join(' ') })
    expect((await claim()).error?.key).toBe('scheme.deviceNotCounted')
    await claims.soldThrough(units, 'D-BD-0001', 10)
    const { data, msg } = await claim()
    expect(data?.state ?? msg).toBe('underApproval')
  })
})

describe('the rebate of a claim', () => {
  it('a claim cannot be approved after the last day of its rebate and is submitted again with a later day', async () => {
    const on = async (days: number) => {
      const [row] = await server.query<{ day: string }>('select (product_now()::date + $1::int)::text as day', [days])
      return row!.day
    }
    const claim = async (days: number) =>
      claims.claim(scheme, '100.00', { postingDate: story.day(1), rebateExpiresOn: await on(days) })
    expect((await claim(-2)).error?.key).toBe('scheme.rebateOver')
    const { data, msg } = await claim(400)
    expect(data?.state ?? msg).toBe('underApproval')
    await server.query(`update scheme_execute set rebate_expires_on = $2 where id = $1`, [data.id, await on(-2)])
    await expect(story.agree(schemeExecute, data.formInstanceId)).rejects.toThrow('later day')
  })

  it("a claim can be approved until the last day of its rebate ends in the customer's time zone", async () => {
    const zones = await server.query<{ id: number; timezone: string }>('select id, timezone from organisation')
    const today = productNow().toISOString().slice(0, 10)
    const lastDay = dayIn('UTC-12:00', productNow())
    expect(lastDay < today).toBe(true)
    const { data } = await claims.claim(scheme, '100.00', { postingDate: story.day(1), rebateExpiresOn: '2099-12-31' })
    await server.query('update scheme_execute set rebate_expires_on = $2 where id = $1', [data.id, lastDay])
    await server.query(`update organisation set timezone = 'UTC-12:00'`)
    try {
      await story.agree(schemeExecute, data.formInstanceId)
    } finally {
      for (const { id, timezone } of zones)
        await server.query('update organisation set timezone = $2 where id = $1', [id, timezone])
    }
    const [claim] = await server.query<{ state: string }>('select state from scheme_execute where id = $1', [data.id])
    expect(claim!.state).toBe('approved')
  })
})

describe('the payment of a claim', () => {
  const pay = (more: object = {}, gstAmount = '45.00') =>
    claims.claim(
      scheme,
      '300.00',
      { payoutType: 'payment', taxMode: 'excluded', ...more },
      { gstAmount, tdsAmount: '6.00' },
    )
  const payment = async (no: string) =>
    (
      await server.call<{ payment: { state: string; amount: string } }>('in.channel', '/aps/scheme/settlement/list', {
        no,
      })
    ).data.payment

  /** The state of its settlement in the list of claims. */
  const listed = async (no: string) => {
    const { data } = await server.call<{ records: object[] }>('in.channel', '/aps/scheme/execute/queryByPage', { no })
    return settlementStateOf(data.records[0]!)
  }

  beforeAll(() => taxAtFifteen(server))

  beforeEach(async () => {
    scheme = await claims.scheme([{ amount: '1000.00' }], { rebateType: 'payment' })
  })

  it('a payment is requested from finance once, settled by the answer of finance, and requested again where it failed', async () => {
    const { data } = await pay()
    expect(await listed(data.no)).toBeNull()
    await story.agree(schemeExecute, data.formInstanceId)
    expect(await payment(data.no)).toMatchObject({ state: 'pendingSettle', amount: '339.00' })
    expect(await listed(data.no)).toBe('pendingSettle')
    const push = (state: string) =>
      server.query(`update document_effect set state = $2, next_attempt_at = null where document_id = $1`, [
        data.id,
        state,
      ])
    await push('failedPushed')
    expect(await payment(data.no)).toMatchObject({ state: 'settledFailure' })
    expect(await listed(data.no)).toBe('settledFailure')
    const again = await server.call('in.finance', '/aps/scheme/execute/retry', {
      formInstanceId: data.formInstanceId,
      opinion: 'Once more',
    })
    expect(again.status, again.msg).toBe(200)
    expect(await payment(data.no)).toMatchObject({ state: 'pendingSettle' })
    await push('succeededPushed')
    expect(await payment(data.no)).toMatchObject({ state: 'settled' })
    expect(await listed(data.no)).toBe('settled')
    expect(
      await server.query('select count(*)::int as n from document_effect where document_id = $1', [data.id]),
    ).toEqual([{ n: 1 }])
    expect((await pay()).error?.key).toBe('scheme.settledBefore')
  })

  it('a payment with included tax pays that tax once', async () => {
    const { data } = await pay({ taxMode: 'included' }, '39.13')
    await story.agree(schemeExecute, data.formInstanceId)
    expect(await payment(data.no)).toMatchObject({ amount: '294.00' })
    scheme = await claims.scheme([{ amount: '1000.00' }], { rebateType: 'payment' })
    expect((await pay({ taxMode: null })).error?.key).toBe('scheme.taxModeMissing')
  })

  it('a payment is routed by the amount that is sent, including tax', async () => {
    const taxed = { payoutType: 'payment', taxMode: 'excluded' }
    const routed = async (gstAmount: string | null, tdsAmount: string) => {
      scheme = await claims.scheme([{ amount: '1000.00' }], { rebateType: 'payment' })
      const { data, msg } = await claims.claim(scheme, '300.00', taxed, { gstAmount, tdsAmount })
      if (!data) throw new Error(msg)
      const [row] = await server.query<{ variables: { amountUsd: number; rate: string } }>(
        'select variables from approval_instance where document_id = $1',
        [data.id],
      )
      return row!.variables.amountUsd * Number(row!.variables.rate)
    }
    expect(Math.abs((await routed('45.00', '6.00')) - 339)).toBeLessThan(1)
    expect(Math.abs((await routed(null, '60.00')) - 300)).toBeLessThan(1)
    scheme = await claims.scheme([{ amount: '1000.00' }], { rebateType: 'payment' })
    const { error } = await claims.claim(scheme, '1.00', taxed, { gstAmount: '900000.00' })
    expect(error?.key).toBe('scheme.gstBeyond')
  })

  it('a payment never goes to a bank account that was changed or typed after the submit', async () => {
    const { data } = await pay({ payeeAccount: '999999999999' })
    const [asked] = await server.query<{ bank_account: string }>(
      'select bank_account from scheme_payment where document_id = $1',
      [data.id],
    )
    expect(asked!.bank_account).toBe('501234567890')
    await server.query(`update customer set bank_account = '509999999999' where code = $1`, [story.customer])
    await expect(story.agree(schemeExecute, data.formInstanceId)).rejects.toThrow('bank account')
    await server.query(`update customer set bank_account = '501234567890' where code = $1`, [story.customer])
    expect((await story.agree(schemeExecute, data.formInstanceId)).data.state).toBe('approved')
  })

  it('a payment needs a fresh sign-in of its submitter', async () => {
    server.advance(11 * 60)
    expect((await pay()).error?.key).toBe('access.stepUp')
  })
})
