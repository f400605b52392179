import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FOREIGN_CUSTOMER } from '#test/helpers/company/fixtures.ts'
import type { SchemeLine } from '#test/helpers/scheme/scheme-story.ts'
import { beneficiaryStory, type BeneficiaryStory, CHANNEL, channel, keys } from '#test/helpers/scheme/claim-story.ts'

// Lines of schemes for all customers of a channel (domain.md 2.4, decision 072).

let its: BeneficiaryStory
beforeAll(async () => {
  its = await beneficiaryStory()
})

afterAll(async () => {
  await its?.server.close()
})

const by = (customerCode: string) => ({ customerCode })

describe('a scheme line for a channel', () => {
  it('a line for a channel is claimed by each of its customers separately and by nobody else', async () => {
    const scheme = await its.claims.scheme([channel('300.00')])
    const paid = await its.claims.paid(scheme, '100.00', by(its.story.customer))
    expect(paid.state).toBe('underApproval')
    // One customer's period is not another's.
    expect((await its.claims.claim(scheme, '10.00', by(its.story.customer))).error?.key).toBe('scheme.settledBefore')
    await its.claims.paid(scheme, '50.00', by(its.member))
    const foreign = await its.claims.claim(scheme, '10.00', by(its.outsider))
    expect(foreign.error).toMatchObject({ key: 'scheme.notOfChannel', params: { channel: CHANNEL } })
    expect(await its.story.parts(scheme.no)).toMatchObject([{ executed: '150.00', freeCommitted: '150.00' }])
    expect(await its.claims.broken()).toEqual([])
  })

  it('a line for a channel has no final claim of one customer, so the rest stays for the others', async () => {
    const scheme = await its.claims.scheme([channel('300.00')])
    const last = await its.claims.claim(scheme, '10.00', { ...by(its.member), finalClaim: 'yes' })
    expect(last.error).toMatchObject({ key: 'scheme.finalOfChannel', row: 0 })
  })

  it('a line for a channel is for customers of its own area only', async () => {
    const scheme = await its.claims.scheme([channel('30.00')])
    await its.moved(FOREIGN_CUSTOMER, CHANNEL)
    const { data } = await its.server.call<{ records: readonly { customerCode: string }[] }>(
      'admin',
      '/aps/scheme/customers',
      {
        schemeNo: scheme.no,
      },
    )
    expect(data.records.map(({ customerCode }) => customerCode)).not.toContain(FOREIGN_CUSTOMER)
    await its.moved(FOREIGN_CUSTOMER, null)
  })

  it('a line for a channel owes nothing more to customers who left it, and their payments cover nobody else', async () => {
    const scheme = await its.claims.scheme([
      channel('900.00', { ratePercent: null, unitAmount: '10.00', plannedQuantity: 90 }),
    ])
    const expected = async () =>
      (
        await its.server.call<{ records: readonly { parts: readonly { expected: string }[] }[] }>(
          'in.finance',
          '/aps/scheme/withholdRun/queryByPage',
          {
            idcCode: 'IN',
            year: its.story.budget.year,
            month: its.story.budget.month,
            schemeNo: scheme.no,
            show: 'all',
          },
        )
      ).data.records[0]?.parts[0]?.expected
    await its.claims.soldIn(7201, its.member)
    const units = Number(await its.counted(scheme, its.member))
    const all = Number(await expected())
    await its.claims.paid(scheme, `${units * 10}.00`, by(its.member))
    expect(Number(await expected())).toBe(all)
    await its.moved(its.member, null)
    expect(Number(await expected())).toBe(all)
    // A paid customer can still be recovered from after leaving the channel.
    const { data } = await its.server.call<{ records: readonly { customerCode: string }[] }>(
      'in.channel',
      '/aps/scheme/customers',
      { schemeNo: scheme.no, settled: true },
    )
    expect(data.records).toMatchObject([{ customerCode: its.member }])
    await its.moved(its.member, CHANNEL)
  })

  it('a line for a channel can be claimed by every customer who is in the channel at that time', async () => {
    const scheme = await its.claims.scheme([channel('300.00')])
    await its.moved(its.outsider, CHANNEL)
    const { data, error } = await its.claims.claim(scheme, '10.00', by(its.outsider))
    await its.moved(its.outsider, null)
    expect(error ?? data.state).toBe('underApproval')
  })

  it('a line for a channel counts the purchases of each customer, and the month accrues for all of them', async () => {
    const scheme = await its.claims.scheme([
      channel('900.00', { ratePercent: null, unitAmount: '10.00', plannedQuantity: 90 }),
    ])
    const before = [await its.counted(scheme, its.story.customer), await its.counted(scheme, its.member)].map(Number)
    await its.claims.soldIn(7001)
    await its.claims.soldIn(7002, its.member)
    await its.claims.soldIn(7003, its.member)
    expect([await its.counted(scheme, its.story.customer), await its.counted(scheme, its.member)]).toEqual([
      before[0]! + 1,
      before[1]! + 2,
    ])
    const { data } = await its.server.call<{
      records: readonly { parts: readonly { basisVolume: string; forBeneficiary: string }[] }[]
    }>('in.finance', '/aps/scheme/withholdRun/queryByPage', {
      idcCode: 'IN',
      year: its.story.budget.year,
      month: its.story.budget.month,
      schemeNo: scheme.no,
      show: 'all',
    })
    expect(data.records[0]?.parts).toMatchObject([
      { forBeneficiary: 'Chains', basisVolume: `${before[0]! + before[1]! + 3}.00` },
    ])
    // Found by one of its customers, not by another.
    const found = async (customerCode: string) =>
      (
        await its.server.call<{ records: readonly object[] }>('in.finance', '/aps/scheme/withholdRun/queryByPage', {
          idcCode: 'IN',
          year: its.story.budget.year,
          month: its.story.budget.month,
          schemeNo: scheme.no,
          show: 'all',
          customerCode,
        })
      ).data.records.length
    expect([await found(its.member), await found(its.outsider)]).toEqual([1, 0])
  })

  it('a line for a channel is offered with its customers and found by each of them', async () => {
    const scheme = await its.claims.scheme([channel('30.00'), { amount: '20.00', customerCode: its.outsider }])
    const { data } = await its.server.call<{ records: readonly { customerCode: string }[] }>(
      'in.channel',
      '/aps/scheme/customers',
      { schemeNo: scheme.no },
    )
    expect(data.records.map(({ customerCode }) => customerCode).toSorted()).toEqual(
      [its.story.customer, its.member, its.outsider].toSorted(),
    )
    expect((await its.server.call('id.channel', '/aps/scheme/customers', { schemeNo: scheme.no })).status).toBe(404)
    const listed = async (customerCode: string) =>
      (
        await its.server.call<{ records: readonly { schemeNo: string }[] }>('in.channel', '/aps/scheme/queryByPage', {
          customerCode,
          limit: 200,
        })
      ).data.records.map(({ schemeNo }) => schemeNo)
    expect(await listed(its.member)).toContain(scheme.no)
    expect(await its.story.parts(scheme.no)).toMatchObject([
      { customerCode: null, channelCode: CHANNEL, forBeneficiary: 'Chains' },
      { customerCode: its.outsider, channelCode: null },
    ])
  })

  it('a line for a channel is hidden from a person limited to some customers', async () => {
    const scheme = await its.claims.scheme([channel('30.00')])
    const mine = await its.claims.scheme([{ amount: '20.00' }])
    const who = await its.server.query<{ id: number }>(`select id from app_user where account = 'in.channel'`)
    await its.server.query('insert into user_customer (user_id, customer_code) values ($1, $2)', [
      who[0]!.id,
      its.story.customer,
    ])
    try {
      const numbers = async (path: string) =>
        (
          await its.server.call<{ records: readonly { schemeNo?: string; no?: string }[] }>('in.channel', path, {
            limit: 50,
          })
        ).data.records.map(({ schemeNo, no }) => schemeNo ?? no)
      const schemes = await numbers('/aps/scheme/queryByPage')
      expect(schemes).toContain(mine.no)
      expect(schemes).not.toContain(scheme.no)
      // A line without one of the customer's stores covers all of them.
      expect(await numbers('/aps/scheme/application/queryByPage')).toContain(mine.no)
      expect((await its.story.apply([channel('10.00')])).status).toBe(404)
      // The drafter does not learn other customers' stock either.
      const told = await its.check(
        'application',
        its.story.content([its.stock.line('1.00', 1, channel('1.00'))], its.stock.header),
      )
      expect(told.lines[0]?.values['stockUnits'] ?? null).toBeNull()
      expect(keys(told.warnings)).not.toContain('scheme.beyondStock')
      expect((await its.story.apply([{ amount: '10.00' }])).data?.state).toBe('underApproval')
    } finally {
      await its.server.query('delete from user_customer where user_id = $1', [who[0]!.id])
    }
  })

  it('a line for a channel gives a warning when another line is for one of its customers and the same product', async () => {
    const found = async (lines: readonly SchemeLine[]) =>
      keys((await its.check('application', its.story.content(lines))).warnings)
    expect(await found([channel('10.00'), { amount: '10.00', customerCode: its.member }])).toContain(
      'scheme.channelTwice',
    )
    expect(await found([channel('10.00'), { amount: '10.00', customerCode: its.outsider }])).not.toContain(
      'scheme.channelTwice',
    )
  })

  it('a line for a channel overlaps with lines of its customers', async () => {
    const warned = async (line: SchemeLine) =>
      keys(
        (await its.check('application', its.story.content([line], { schemeType: 'sellOutRebate' }))).warnings,
      ).includes('scheme.overlaps')
    const of = { basis: 'sellOut', skuCode: its.stock.sku }
    expect(await warned(channel('10.00', of))).toBe(false)
    await its.claims.scheme([{ amount: '10.00', customerCode: its.member, ...of }], { schemeType: 'sellOutRebate' })
    expect(await warned(channel('10.00', of))).toBe(true)
    expect(await warned({ amount: '10.00', customerCode: its.story.customer, ...of })).toBe(false)
    await its.claims.scheme([channel('10.00', of)], { schemeType: 'sellOutRebate' })
    expect(await warned({ amount: '10.00', customerCode: its.story.customer, ...of })).toBe(true)
    expect(await warned({ amount: '10.00', customerCode: its.outsider, ...of })).toBe(false)
  })
})
