import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimStory, type ClaimStory, payable } from '#test/helpers/claim-story.ts'
import { demoDatabase } from '#test/helpers/demo-database.ts'
import { type DemoServer, demoServer } from '#test/helpers/demo-server.ts'
import { type Acted, type SchemeLine, schemeStory, type SchemeStory } from '#test/helpers/scheme-story.ts'
import { stockStory, type StockStory } from '#test/helpers/stock-story.ts'

// Lines of schemes for all customers of a channel, or for one store of a customer (domain.md 2.4, decision 072).

const CHANNEL = 'CH-IN-TEST'
let server: DemoServer
let story: SchemeStory
let claims: ClaimStory
let stock: StockStory
/** In the channel with the customer of the story; the other one is not. */
let member = ''
let outsider = ''
let stores: readonly string[] = []

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  story = await schemeStory(server)
  claims = await claimStory(server, story)
  stock = await stockStory(server, story)
  const others = await server.query<{ code: string }>(
    `select c.code from customer c join country y on y.code = c.country_code join customer own on own.code = $2 and own.country_code = c.country_code
     where y.area_id = $1 and c.kind = 'distributor' and c.state = 'enabled' and c.code <> $2 order by c.code limit 2`,
    [story.budget.area, story.customer],
  )
  ;[member, outsider] = [others[0]!.code, others[1]!.code]
  await payable(server, member)
  await payable(server, outsider)
  await server.query(
    `insert into customer_channel (code, name_zh, name_en, status, area_id, scope_id)
     select $1, '连锁', 'Chains', 1, id, organisation_id from area where id = $2`,
    [CHANNEL, story.budget.area],
  )
  await server.query('update customer set channel_code = $1 where code = any ($2::text[])', [
    CHANNEL,
    [story.customer, member],
  ])
  await server.query(
    `insert into store (code, name_zh, name_en, type, customer_code, country_code, city, address, scope_id)
     select s.code, s.code, s.code, 'multiBrand', c.code, c.country_code, 'Pune', '1 MG Road', c.scope_id
     from customer c cross join (values ('ST-T-1'), ('ST-T-2')) s (code) where c.code = $1`,
    [story.customer],
  )
  stores = ['ST-T-1', 'ST-T-2']
})

afterAll(async () => {
  await server?.close()
})

interface Checked {
  readonly refusals: readonly { readonly key: string; readonly field?: string; readonly row?: number }[]
  readonly warnings: readonly { readonly key: string }[]
  readonly lines: readonly { readonly values: Readonly<Record<string, unknown>> }[]
}
const check = async (route: string, content: object) =>
  (await server.call<Checked>('in.channel', `/aps/scheme/${route}/check`, content)).data
const keys = (found: readonly { readonly key: string }[]) => found.map(({ key }) => key)
const channel = (amount: string, more: object = {}): SchemeLine => ({
  amount,
  customerCode: null,
  channelCode: CHANNEL,
  ...more,
})
const by = (customerCode: string) => ({ customerCode })
/** What the soft check of a claim of the first line counts for a customer. */
const counted = async (scheme: Acted, customerCode: string, line: object = {}) => {
  const { lines } = await check('execute', {
    schemeNo: scheme.no,
    idcCode: 'IN',
    areaId: story.budget.area,
    currency: story.budget.currency,
    reason: 'As agreed',
    customerCode,
    claimPeriod: claims.period,
    payoutType: 'standard',
    postingDate: story.day(28),
    lines: [{ fundingNo: 1, amount: '0.01', ...line }],
  })
  return lines[0]?.values['basisUnits']
}

describe('a line for a channel', () => {
  it('is claimed by each of its customers for himself, and by nobody else', async () => {
    const scheme = await claims.scheme([channel('300.00')])
    const paid = await claims.paid(scheme, '100.00', by(story.customer))
    expect(paid.state).toBe('underApproval')
    // The period of one customer is not that of another.
    expect((await claims.claim(scheme, '10.00', by(story.customer))).error?.key).toBe('scheme.settledBefore')
    await claims.paid(scheme, '50.00', by(member))
    const foreign = await claims.claim(scheme, '10.00', by(outsider))
    expect(foreign.error).toMatchObject({ key: 'scheme.notOfChannel', params: { channel: CHANNEL } })
    expect(await story.parts(scheme.no)).toMatchObject([{ executed: '150.00', freeCommitted: '150.00' }])
    expect(await claims.broken()).toEqual([])
  })

  it('is never claimed for the last time by one of its customers: what he leaves is there for the others', async () => {
    const scheme = await claims.scheme([channel('300.00')])
    const last = await claims.claim(scheme, '10.00', { ...by(member), finalClaim: 'yes' })
    expect(last.error).toMatchObject({ key: 'scheme.finalOfChannel', row: 0 })
  })

  it('is for customers of its own area alone', async () => {
    const [foreign] = await server.query<{ code: string }>(
      `select c.code from customer c join country y on y.code = c.country_code where y.area_id <> $1 and c.state = 'enabled' order by 1 limit 1`,
      [story.budget.area],
    )
    const scheme = await claims.scheme([channel('30.00')])
    await server.query('update customer set channel_code = $1 where code = $2', [CHANNEL, foreign!.code])
    const { data } = await server.call<{ records: readonly { customerCode: string }[] }>(
      'admin',
      '/aps/scheme/customers',
      {
        schemeNo: scheme.no,
      },
    )
    expect(data.records.map(({ customerCode }) => customerCode)).not.toContain(foreign!.code)
    await server.query('update customer set channel_code = null where code = $1', [foreign!.code])
  })

  it('owes those who left it nothing more, and what they were paid covers nobody else', async () => {
    const scheme = await claims.scheme([
      channel('900.00', { ratePercent: null, unitAmount: '10.00', plannedQuantity: 90 }),
    ])
    const expected = async () =>
      (
        await server.call<{ records: readonly { parts: readonly { expected: string }[] }[] }>(
          'in.finance',
          '/aps/scheme/withholdRun/queryByPage',
          { idcCode: 'IN', year: story.budget.year, month: story.budget.month, schemeNo: scheme.no, show: 'all' },
        )
      ).data.records[0]?.parts[0]?.expected
    await claims.soldIn(7201, member)
    const units = Number(await counted(scheme, member))
    const all = Number(await expected())
    await claims.paid(scheme, `${units * 10}.00`, by(member))
    expect(Number(await expected())).toBe(all)
    await server.query('update customer set channel_code = null where code = $1', [member])
    expect(Number(await expected())).toBe(all)
    // Whom it has paid is there to be recovered from, wherever he is by now.
    const { data } = await server.call<{ records: readonly { customerCode: string }[] }>(
      'in.channel',
      '/aps/scheme/customers',
      { schemeNo: scheme.no, settled: true },
    )
    expect(data.records).toMatchObject([{ customerCode: member }])
    await server.query('update customer set channel_code = $1 where code = $2', [CHANNEL, member])
  })

  it('is for whoever is in the channel when he claims', async () => {
    const scheme = await claims.scheme([channel('300.00')])
    await server.query('update customer set channel_code = $1 where code = $2', [CHANNEL, outsider])
    const { data, error } = await claims.claim(scheme, '10.00', by(outsider))
    await server.query('update customer set channel_code = null where code = $1', [outsider])
    expect(error ?? data.state).toBe('underApproval')
  })

  it('counts what each of its customers bought, and a month owes all of them', async () => {
    const scheme = await claims.scheme([
      channel('900.00', { ratePercent: null, unitAmount: '10.00', plannedQuantity: 90 }),
    ])
    const before = [await counted(scheme, story.customer), await counted(scheme, member)].map(Number)
    await claims.soldIn(7001)
    await claims.soldIn(7002, member)
    await claims.soldIn(7003, member)
    expect([await counted(scheme, story.customer), await counted(scheme, member)]).toEqual([
      before[0]! + 1,
      before[1]! + 2,
    ])
    const { data } = await server.call<{
      records: readonly { parts: readonly { basisVolume: string; forWhom: string }[] }[]
    }>('in.finance', '/aps/scheme/withholdRun/queryByPage', {
      idcCode: 'IN',
      year: story.budget.year,
      month: story.budget.month,
      schemeNo: scheme.no,
      show: 'all',
    })
    expect(data.records[0]?.parts).toMatchObject([
      { forWhom: 'Chains', basisVolume: `${before[0]! + before[1]! + 3}.00` },
    ])
    // Asked for one of its customers it is there, for another one not.
    const found = async (customerCode: string) =>
      (
        await server.call<{ records: readonly object[] }>('in.finance', '/aps/scheme/withholdRun/queryByPage', {
          idcCode: 'IN',
          year: story.budget.year,
          month: story.budget.month,
          schemeNo: scheme.no,
          show: 'all',
          customerCode,
        })
      ).data.records.length
    expect([await found(member), await found(outsider)]).toEqual([1, 0])
  })

  it('is offered with its customers, and found by each of them', async () => {
    const scheme = await claims.scheme([channel('30.00'), { amount: '20.00', customerCode: outsider }])
    const { data } = await server.call<{ records: readonly { customerCode: string }[] }>(
      'in.channel',
      '/aps/scheme/customers',
      { schemeNo: scheme.no },
    )
    expect(data.records.map(({ customerCode }) => customerCode).toSorted()).toEqual(
      [story.customer, member, outsider].toSorted(),
    )
    expect((await server.call('id.channel', '/aps/scheme/customers', { schemeNo: scheme.no })).status).toBe(404)
    const listed = async (customerCode: string) =>
      (
        await server.call<{ records: readonly { schemeNo: string }[] }>('in.channel', '/aps/scheme/queryByPage', {
          customerCode,
          limit: 200,
        })
      ).data.records.map(({ schemeNo }) => schemeNo)
    expect(await listed(member)).toContain(scheme.no)
    expect(await story.parts(scheme.no)).toMatchObject([
      { customerCode: null, channelCode: CHANNEL, forWhom: 'Chains' },
      { customerCode: outsider, channelCode: null },
    ])
  })

  it("is nobody's who is limited to some customers: it is for others too", async () => {
    const scheme = await claims.scheme([channel('30.00')])
    const mine = await claims.scheme([{ amount: '20.00' }])
    const who = await server.query<{ id: number }>(`select id from app_user where account = 'in.channel'`)
    await server.query('insert into user_customer (user_id, customer_code) values ($1, $2)', [
      who[0]!.id,
      story.customer,
    ])
    try {
      const numbers = async (path: string) =>
        (
          await server.call<{ records: readonly { schemeNo?: string; no?: string }[] }>('in.channel', path, {
            limit: 50,
          })
        ).data.records.map(({ schemeNo, no }) => schemeNo ?? no)
      const schemes = await numbers('/aps/scheme/queryByPage')
      expect(schemes).toContain(mine.no)
      expect(schemes).not.toContain(scheme.no)
      // A line that names none of his customer's stores is about all of them.
      expect(await numbers('/aps/scheme/application/queryByPage')).toContain(mine.no)
      expect((await story.apply([channel('10.00')])).status).toBe(404)
      // Nor is he told what others have, or have in stock.
      const told = await check('application', story.content([stock.line('1.00', 1, channel('1.00'))], stock.header))
      expect(told.lines[0]?.values['stockUnits'] ?? null).toBeNull()
      expect(keys(told.warnings)).not.toContain('scheme.beyondStock')
      expect((await story.apply([{ amount: '10.00' }])).data?.state).toBe('underApproval')
    } finally {
      await server.query('delete from user_customer where user_id = $1', [who[0]!.id])
    }
  })

  it('is warned of where another line is for one of its customers and the same product', async () => {
    const found = async (lines: readonly SchemeLine[]) =>
      keys((await check('application', story.content(lines))).warnings)
    expect(await found([channel('10.00'), { amount: '10.00', customerCode: member }])).toContain('scheme.channelTwice')
    expect(await found([channel('10.00'), { amount: '10.00', customerCode: outsider }])).not.toContain(
      'scheme.channelTwice',
    )
  })

  it('overlaps with what its customers have by name', async () => {
    const warned = async (line: SchemeLine) =>
      keys((await check('application', story.content([line], { schemeType: 'sellOutRebate' }))).warnings).includes(
        'scheme.overlaps',
      )
    const of = { basis: 'sellOut', skuCode: stock.sku }
    expect(await warned(channel('10.00', of))).toBe(false)
    await claims.scheme([{ amount: '10.00', customerCode: member, ...of }], { schemeType: 'sellOutRebate' })
    expect(await warned(channel('10.00', of))).toBe(true)
    expect(await warned({ amount: '10.00', customerCode: story.customer, ...of })).toBe(false)
    await claims.scheme([channel('10.00', of)], { schemeType: 'sellOutRebate' })
    expect(await warned({ amount: '10.00', customerCode: story.customer, ...of })).toBe(true)
    expect(await warned({ amount: '10.00', customerCode: outsider, ...of })).toBe(false)
  })
})

describe('a line for a store', () => {
  const line = (storeCode: string | null, more: object = {}): SchemeLine => ({
    amount: '400.00',
    basis: 'sellOut',
    ratePercent: null,
    unitAmount: '10.00',
    plannedQuantity: 40,
    storeCode,
    ...more,
  })
  const sellOut = { schemeType: 'sellOutRebate' }

  it('counts what was sold there alone, and is claimed for it alone', async () => {
    const [here = '', there = ''] = stores
    const scheme = await claims.scheme([line(here)], sellOut)
    const sold = [await claims.soldIn(7101), await claims.soldIn(7102), await claims.soldIn(7103)]
    await claims.soldOut(sold[0]!, 5, here)
    await claims.soldOut(sold[1]!, 6, there)
    await claims.soldOut(sold[2]!, 7)
    expect(await counted(scheme, story.customer, { storeCode: here })).toBe(1)
    for (const storeCode of [null, there]) {
      const refused = await claims.claim(scheme, '10.00', {}, { storeCode })
      expect(refused.error).toMatchObject({ key: 'scheme.storeOfLine', params: { store: here }, field: 'storeCode' })
    }
    // A device that was sold elsewhere is none of it.
    const elsewhere = await claims.claim(scheme, '10.00', {}, { storeCode: here, imeis: sold[1] })
    expect(elsewhere.error?.key).toBe('scheme.deviceNotCounted')
    await claims.paid(scheme, '10.00', {}, { storeCode: here, imeis: sold[0] })
    expect(await claims.broken()).toEqual([])
  })

  it('is not for another store, nor for goods that are not counted by store', async () => {
    const refusals = async (lines: readonly SchemeLine[], header: object = sellOut) =>
      (await check('application', story.content(lines, header))).refusals.map(({ key, field }) => `${key} ${field}`)
    expect(await refusals([line(stores[0]!)])).toEqual([])
    expect(await refusals([line('NOWHERE')])).toEqual(['scheme.storeUnknown storeCode'])
    expect(await refusals([line(stores[0]!, { customerCode: member })])).toEqual(['scheme.storeUnknown storeCode'])
    expect(await refusals([line(stores[0]!, { basis: 'sellIn' })], {})).toEqual(['scheme.storeNotCounted storeCode'])
    expect(await refusals([line(null, { customerCode: null })])).toEqual(['scheme.whomMissing customerCode'])
    expect(await refusals([line(null, { channelCode: CHANNEL })])).toEqual(['scheme.whomTwice channelCode'])
  })

  it('has nothing in common with another store', async () => {
    const of = { skuCode: stock.otherSku }
    await claims.scheme([line(stores[0]!, of)], sellOut)
    const warned = async (storeCode: string | null) =>
      keys((await check('application', story.content([line(storeCode, of)], sellOut))).warnings).includes(
        'scheme.overlaps',
      )
    expect([await warned(stores[0]!), await warned(stores[1]!), await warned(null)]).toEqual([true, false, true])
  })
})

describe('price protection for a channel', () => {
  it('freezes what each of its customers has, and pays each for his own', async () => {
    const sku = stock.otherSku
    const mine = await stock.unit({ sku })
    const his = [await stock.unit({ sku, customer: member }), await stock.unit({ sku, customer: member })]
    await stock.unit({ sku, customer: outsider })
    const lines = [stock.line('100.00', 3, { skuCode: sku, customerCode: null, channelCode: CHANNEL })]
    const soft = await check('application', story.content(lines, stock.header))
    expect([keys(soft.refusals), soft.lines[0]?.values['stockUnits']]).toEqual([[], 3])
    // The same stock in two lines would be paid for twice.
    const twice = await check(
      'application',
      story.content([...lines, stock.line('100.00', 1, { skuCode: sku })], stock.header),
    )
    expect(keys(twice.refusals)).toContain('scheme.stockTwice')

    const scheme = await story.apply(lines, stock.header)
    await story.agree('application', scheme.data.formInstanceId)
    const claim = (customerCode: string, amount: string, line: object = {}) =>
      claims.claim(scheme.data, amount, { customerCode, claimPeriod: stock.periods[0] }, { remark: null, ...line })
    const foreign = await claim(story.customer, '100.00', { imeis: his[0] })
    expect(foreign.error?.key).toBe('scheme.deviceNotFrozen')
    const beyond = await claim(story.customer, '200.00', { quantity: 2 })
    expect(beyond.error).toMatchObject({ key: 'scheme.beyondFrozen', params: { left: 1 } })
    const paid = await claim(member, '200.00')
    await story.agree('execute', paid.data.formInstanceId)
    expect((await stock.claimed(paid.data.id)).map(({ imei }) => imei)).toEqual(his.toSorted())
    // Who came later has none of it, and what he has today is not what was agreed to.
    await server.query('update customer set channel_code = $1 where code = $2', [CHANNEL, outsider])
    const late = await stock.unit({ sku, customer: outsider })
    const joined = await claim(outsider, '100.00', { imeis: late })
    expect(joined.error?.key).toBe('scheme.deviceNotFrozen')
    await server.query('update customer set channel_code = null where code = $1', [outsider])
    const own = await claim(story.customer, '100.00')
    await story.agree('execute', own.data.formInstanceId)
    expect(await stock.claimed(own.data.id)).toMatchObject([{ imei: mine, state: 'paid', amount: '100.00' }])
    expect(await claims.broken()).toEqual([])
  })
})

describe('what a line is for, changed', () => {
  const lineOf = async ({ no }: Acted) =>
    (
      await server.query<object>(
        `select l.customer_code as customer, l.channel_code as channel, l.store_code as store from scheme s
         join scheme_line l on l.scheme_id = s.id where s.no = $1`,
        [no],
      )
    )[0]
  const adjust = (scheme: Acted, line: object) =>
    story.hand('adjust', 'in.channel', scheme.no, { lines: [{ kind: 'scope', fundingNo: 1, ...line }] })
  const changed = async (scheme: Acted, line: object) => {
    const { data, msg } = await adjust(scheme, line)
    if (!data) throw new Error(msg)
    await story.agree('adjust', data.formInstanceId)
    return lineOf(scheme)
  }

  it('goes from a customer to his store, to his channel, to another customer', async () => {
    const scheme = await claims.scheme(
      [{ amount: '40.00', basis: 'sellOut', ratePercent: null, unitAmount: '1.00', plannedQuantity: 40 }],
      { schemeType: 'sellOutRebate' },
    )
    const own = { customer: story.customer, channel: null, store: null }
    expect(await changed(scheme, { newStoreCode: stores[0] })).toEqual({ ...own, store: stores[0] })
    expect(await changed(scheme, { newChannelCode: CHANNEL })).toEqual({
      customer: null,
      channel: CHANNEL,
      store: null,
    })
    expect((await adjust(scheme, { newStoreCode: stores[0] })).error?.key).toBe('scheme.storeOfChannel')
    expect((await adjust(scheme, { newChannelCode: CHANNEL })).error?.key).toBe('scheme.scopeNothing')
    expect(await changed(scheme, { newCustomerCode: story.customer, newStoreCode: stores[1] })).toEqual({
      ...own,
      store: stores[1],
    })
    expect(await changed(scheme, { newCustomerCode: story.customer })).toEqual(own)
    expect((await adjust(scheme, { newCustomerCode: member, newStoreCode: stores[0] })).error?.key).toBe(
      'scheme.storeUnknown',
    )
  })
})
