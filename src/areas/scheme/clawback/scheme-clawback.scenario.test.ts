import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { schemeClawback } from '#areas/scheme/clawback/scheme-clawback.doc.ts'
import { claimStory, type ClaimStory, endRebates } from '#test/helpers/scheme/claim-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'

let server: DemoServer
let story: SchemeStory
let claims: ClaimStory
let scheme: Acted
let paid: Acted
let url: string

beforeAll(async () => {
  url = await demoDatabase()
  server = await demoServer(url)
  story = await schemeStory(server)
  claims = await claimStory(server, story)
})

beforeEach(async () => {
  scheme = await claims.scheme([{ amount: '1000.00' }])
  paid = await claims.paid(scheme, '600.00')
})

afterAll(async () => {
  await server?.close()
})

async function recover(amount: string, header: object = {}, line: object = {}) {
  const statement = await story.evidence('in.channel')
  return story.hand(schemeClawback, 'in.channel', scheme.no, {
    customerCode: story.customer,
    recovery: 'rebate',
    postingDate: story.day(28),
    files: [statement.key],
    lines: [{ settledLine: `${paid.no}/1`, amount, recoveryReason: 'overCalculation', ...line }],
    ...header,
  })
}

const rebateOf = async () => {
  const [row] = await server.query<{ avl: string; occ: string }>(
    `select sum(avl)::text as avl, sum(occ)::text as occ from funds_account where customer_code = $1 and kind = 'REBATE' and currency = $2`,
    [story.customer, story.budget.currency],
  )
  return { avl: Number(row!.avl), occ: Number(row!.occ) }
}

const notesOf = ({ id }: Acted) =>
  server.query('select kind, no, open::text as open from receivable_item where source_id = $1 order by no', [id])

describe('a negative redemption', () => {
  it('a negative redemption freezes the rebate, takes it at the last approval and returns the commitment to an open scheme', async () => {
    const [before, funds] = [await story.buckets(), await rebateOf()]
    const { data, msg } = await recover('250.00')
    expect(data?.state ?? msg).toBe('underApproval')
    expect(await story.buckets()).toEqual(before)
    expect(await rebateOf()).toEqual({ avl: funds.avl - 250, occ: funds.occ + 250 })
    await story.agree(schemeClawback, data.formInstanceId)
    const after = await story.buckets()
    expect([Number(before.exe) - Number(after.exe), Number(after.cmt) - Number(before.cmt)]).toEqual([250, 250])
    expect(await rebateOf()).toEqual({ avl: funds.avl - 250, occ: funds.occ })
    expect(await notesOf(data)).toEqual([])
    const { data: settled } = await server.call<{ records: readonly object[] }>(
      'in.channel',
      '/aps/scheme/settlement/list',
      { no: paid.no },
    )
    expect(settled.records).toMatchObject([{ amount: '600.00', recovered: '250.00' }])
    expect(await claims.broken()).toEqual([])
  })

  it('a negative redemption never drives the rebate below zero: a debit note covers the rest', async () => {
    await server.query(
      `update rebate_batch set expires_on = '2020-01-01' where customer_code = $1 and source_id <> $2`,
      [story.customer, paid.id],
    )
    const spent = await recover('450.00')
    await story.agree(schemeClawback, spent.data.formInstanceId)
    scheme = await claims.scheme([{ amount: '500.00' }], { rebateType: 'reduce' })
    paid = await claims.paid(scheme, '400.00', { payoutType: 'reduce' })
    const { data } = await recover('400.00')
    await story.agree(schemeClawback, data.formInstanceId)
    expect(await notesOf(data)).toEqual([{ kind: 'debitNote', no: `${data.no}/1`, open: '250.00' }])
    expect(await claims.broken()).toEqual([])
  })

  it('a negative redemption reduces earlier settlements for a lower volume and not for a false claim', async () => {
    const { year, month } = story.budget
    const other = month > 1 ? month - 1 : 2
    const [from, to] = [month, other].toSorted((a, b) => a - b).map((of) => `${year}-${String(of).padStart(2, '0')}-01`)
    const line = { amount: '1000.00', ratePercent: null, ladderKind: 'unit', ladder: '0-:5' }
    scheme = await claims.scheme([line], { startDate: from, endDate: to })
    paid = await claims.paid(scheme, '100.00', { claimPeriod: from!.slice(0, 7) })
    for (const [reason, amount] of [
      ['falseClaim', '40.00'],
      ['diversion', '8.00'],
      ['overCalculation', '3.00'],
    ] as const) {
      const { data } = await recover(amount, {}, { recoveryReason: reason })
      await story.agree(schemeClawback, data.formInstanceId)
    }
    const { data } = await claims.claim(scheme, '1.00', { claimPeriod: to!.slice(0, 7) })
    const lines = await server.query(
      'select settled_before::text as before from scheme_execute_line where document_id = $1',
      [data.id],
    )
    expect(lines).toEqual([{ before: '97.00' }])
  })

  it('a negative redemption that does not come from the rebate is owed in full', async () => {
    const { data } = await recover('100.00', { recovery: 'money' })
    await story.agree(schemeClawback, data.formInstanceId)
    expect(await notesOf(data)).toEqual([{ kind: 'debitNote', no: `${data.no}/1`, open: '100.00' }])
  })

  it('a negative redemption recovers no more than was executed, and a rejected one releases its amount', async () => {
    const first = await recover('400.00')
    const { error, msg } = await recover('200.01')
    expect(error?.key, msg).toBe('scheme.exceedsExecuted')
    const funds = await rebateOf()
    await story.decide(schemeClawback, first.data.formInstanceId, 'reject')
    expect((await rebateOf()).avl).toBe(funds.avl + 400)
    expect((await recover('600.00')).data.state).toBe('underApproval')
  })

  it('twenty negative redemptions run at once, and only as many succeed as were paid for', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => recover('250.00', { recovery: 'receivable' })))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(new Set(all.flatMap(({ error }) => error?.key ?? []))).toEqual(new Set(['scheme.exceedsExecuted']))
  })

  it("a negative redemption names settled lines of one customer, each once, with the customer's statement", async () => {
    expect((await recover('1.00', {}, { settledLine: 'SE99999999/1' })).error?.key).toBe('scheme.settledUnknown')
    // A line is identified in one form only, so that clawbacks add up.
    for (const other of ['/1/2', '/01', '/+1'])
      expect([other, (await recover('1.00', {}, { settledLine: `${paid.no}${other}` })).error?.key]).toEqual([
        other,
        'scheme.settledUnknown',
      ])
    const line = { settledLine: `${paid.no}/1`, amount: '1.00', recoveryReason: 'overCalculation' }
    expect((await recover('1.00', { lines: [line, line] })).error?.key).toBe('scheme.settledTwice')
    expect((await recover('1.00', { files: [] })).status).toBe(400)
    const id = { schemeNo: scheme.no, idcCode: 'IN', areaId: story.budget.area, currency: story.budget.currency }
    const elsewhere = await server.call('id.channel', '/aps/scheme/negativeRedemption/submit', {
      ...id,
      customerCode: story.customer,
      recovery: 'money',
      postingDate: story.day(28),
      reason: 'x',
      lines: [line],
    })
    expect(elsewhere.status).toBe(404)
    const saved = await server.call('in.channel', '/aps/scheme/negativeRedemption/save', { ...id, lines: [line] })
    expect(saved.status, saved.msg).toBe(200)
  })

  it('a negative redemption of an ended scheme releases the budget, and reopens a period that is not paid any more', async () => {
    expect((await claims.claim(scheme, '1.00')).error?.key).toBe('scheme.settledBefore')
    await server.query(`update scheme set state = 'terminated' where no = $1`, [scheme.no])
    const before = await story.buckets()
    const { data } = await recover('600.00', { recovery: 'receivable' })
    await story.agree(schemeClawback, data.formInstanceId)
    const after = await story.buckets()
    expect([Number(after.avl) - Number(before.avl), after.cmt]).toEqual([600, before.cmt])
    expect(await server.query('select 1 from scheme_claim where document_id = $1', [paid.id])).toEqual([])
  })

  it('a negative redemption recovers the payment for a device once, and the device can be claimed again', async () => {
    const [imei, other] = [await claims.soldIn(7), await claims.soldIn(9)]
    const line = { amount: '500.00', ratePercent: null, unitAmount: '20.00', plannedQuantity: 25 }
    scheme = await claims.scheme([line], { rebateType: 'detail' })
    paid = await claims.paid(scheme, '40.00', { payoutType: 'detail' }, { imeis: `${imei} ${other}` })
    const returned = (amount: string, imeis: string | null) =>
      recover(amount, {}, { recoveryReason: 'returned', imeis })
    expect((await returned('20.00', null)).error?.key).toBe('scheme.recoveryDevicesMissing')
    expect((await returned('20.00', await claims.soldIn(8))).error?.key).toBe('device.notClaimed')
    // Everything paid was recovered, so it could be claimed again.
    const { error } = await returned('19.99', imei)
    expect(error).toMatchObject({ key: 'scheme.recoveryBelowDevices', params: { least: '20.00' } })
    const over = { recoveryReason: 'overCalculation', imeis: `${imei} ${other}` }
    expect((await recover('1.00', {}, over)).error?.key).toBe('scheme.recoveryBelowDevices')
    const first = await returned('20.00', imei)
    // Whichever of its numbers is given, in any notation.
    for (const number of [imei, 'SNEXE0000007', 'snexe0000007'])
      expect((await returned('20.00', number)).error?.key).toBe('scheme.deviceTakenBack')
    await story.agree(schemeClawback, first.data.formInstanceId)
    expect((await returned('20.00', imei)).error?.key).toBe('device.notClaimed')
    // A recovered overpayment is no longer paid for any device.
    const less = await recover('5.00')
    await story.agree(schemeClawback, less.data.formInstanceId)
    expect((await returned('14.99', other)).error?.key).toBe('scheme.recoveryBelowDevices')
    expect((await returned('15.00', other)).data.state).toBe('underApproval')
    const claimed = await server.query(
      `select k.state from device_claim k join device d on d.id = k.device_id where d.imei1 = $1`,
      [imei],
    )
    expect(claimed).toEqual([{ state: 'recovered' }])
    expect(await claims.broken()).toEqual([])
  })

  it('a recovery of a false claim is not owed twice when another line of the document is of a closed year', async () => {
    const line = { amount: '900.00', basis: 'fixed', ratePercent: null, skuCode: null }
    const activity = { schemeType: 'display', rebateType: 'standard' }
    scheme = await story.scheme([line], activity)
    const photo = await story.evidence('in.channel')
    const [store] = await server.query<{ code: string }>(
      'select min(code) as code from store where customer_code = $1 and enabled',
      [story.customer],
    )
    paid = await claims.paid(
      scheme,
      '300.00',
      { files: [photo.key], auditResult: 'passed' },
      { storeCode: store?.code },
    )
    const proposed = async () => {
      const { data } = await server.call<{ records: { amount: string }[] }>(
        'in.finance',
        '/aps/scheme/withholdRun/queryByPage',
        { idcCode: 'IN', year: story.budget.year, month: story.budget.month, schemeNo: scheme.no, show: 'all' },
      )
      return data.records.map(({ amount }) => amount)
    }
    const { data } = await recover('100.00', {}, { recoveryReason: 'falseClaim' })
    await story.agree(schemeClawback, data.formInstanceId)
    const before = await proposed()
    expect(before).toEqual(['600.00'])
    await server.query(`update scheme_clawback set closed_period = 'yes' where id = $1`, [data.id])
    expect(await proposed()).toEqual(before)
  })

  it('an expired rebate is not recovered from the customer, and its budget gets it back', async () => {
    const first = await recover('150.00', { recovery: 'money' })
    await story.agree(schemeClawback, first.data.formInstanceId)
    await server.query(`update rebate_batch set expires_on = '2020-01-01' where source_id = $1`, [paid.id])
    await endRebates(url)
    for (const recovery of ['rebate', 'receivable']) {
      const [before, funds] = [await story.buckets(), await rebateOf()]
      const { data, msg } = await recover('200.00', { recovery })
      if (!data) throw new Error(msg)
      await story.agree(schemeClawback, data.formInstanceId)
      expect(await rebateOf()).toEqual(funds)
      expect(await notesOf(data)).toEqual([])
      const after = await story.buckets()
      expect([Number(before.exe) - Number(after.exe), Number(after.cmt) - Number(before.cmt)]).toEqual([200, 200])
    }
    expect(await claims.broken()).toEqual([])
  })
})
