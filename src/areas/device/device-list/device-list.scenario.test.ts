import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import type { DeviceDetail, DeviceRow } from '../device-schemas.ts'

// The registry in the demonstration company: who sees which devices, and which part of their history.

interface Found {
  readonly records: readonly DeviceRow[]
  readonly edges: { readonly hasNewer: boolean; readonly hasOlder: boolean }
}

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})
afterAll(() => server?.close())

const call = <T>(account: string, path: string, body: object) => server.call<T>(account, `/aps/device/${path}`, body)
const page = async (account: string, body: object = {}) => (await call<Found>(account, 'page', body)).data
const total = async (account: string, body: object = {}) =>
  (await call<{ recordTotal: number }>(account, 'count', body)).data.recordTotal
const detail = (account: string, body: object) => call<DeviceDetail>(account, 'detail', body)

describe('devices of the demonstration', () => {
  it('every device of the demonstration has a history that explains its state', async () => {
    const wrong = await server.query(
      `select d.id, h.status, h.holder_type from device d left join device_holding h on h.device_id = d.id
       where h.device_id is null or (h.status in ('soldOut', 'activated') and h.holder_type not in ('consumer', 'store'))
         or (h.holder_type = 'transit') <> (h.status = 'inTransit') or (h.holder_type = 'consumer') <> (h.sold_out_at is not null)
         or h.activated_at < d.produced_on`,
    )
    expect(wrong).toEqual([])
    const [numbers] = await server.query<{ devices: number; regions: number; activated: number }>(
      `select count(*)::int as devices, count(distinct scope_id)::int as regions, count(h.activated_at)::int as activated
       from device_holding h`,
    )
    expect(numbers?.devices).toBeGreaterThan(9_000)
    expect(numbers?.regions).toBeGreaterThan(30)
    expect(numbers!.activated / numbers!.devices).toBeGreaterThan(0.3)
  })
})

describe('the list of devices', () => {
  it('the list of devices is paged by key in both directions without repeating a device', async () => {
    const seen: string[] = []
    let from: string | undefined
    for (let turn = 0; turn < 5; turn += 1) {
      const { records, edges } = await page('in.channel', { limit: 10, ...(from ? { from } : {}) })
      expect([records.length, edges.hasOlder, edges.hasNewer]).toEqual([10, true, turn > 0])
      seen.push(...records.map(({ id }) => id))
      from = seen.at(-1)!
    }
    expect(new Set(seen).size).toBe(50)
    expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)))
    const back = await page('in.channel', { limit: 10, from: seen[40], way: 'newer' })
    expect(back.records.map(({ id }) => id)).toEqual(seen.slice(30, 40))
    const first = await page('in.channel', { limit: 10, from: seen[10], way: 'newer' })
    expect([first.records[0]?.id, first.edges.hasNewer]).toEqual([seen[0], false])
    const last = await page('in.channel', { limit: 10, way: 'oldest' })
    expect(last.edges).toEqual({ hasNewer: true, hasOlder: false })
  })

  it('the list of devices finds any of their numbers, also several separated by spaces', async () => {
    const { records } = await page('in.channel', { limit: 50 })
    const [one, two, three] = records.filter(({ imei2 }) => imei2 !== null)
    const asked = `${one!.imei1}  ${two!.imei2}\n${three!.sn.toLowerCase()} 356938035643809`
    const found = await page('in.channel', { number: asked })
    expect(found.records.map(({ id }) => id)).toEqual([one!.id, two!.id, three!.id])
    expect(await total('in.channel', { number: [one!.imei1, one!.imei2, one!.sn] })).toBe(1)
  })

  it('the list of devices filters by SKU, state, holder and activation and counts the same', async () => {
    const [first] = (await page('in.channel', { status: 'channelStock', holderType: 'store' })).records
    const asked = { skuCode: first!.skuCode, status: ['channelStock', 'demo'], holderCode: first!.holderCode }
    const { records } = await page('in.channel', { ...asked, limit: 50 })
    expect(records.map(({ id }) => id)).toContain(first!.id)
    expect(
      records.every(({ skuCode, holderCode }) => skuCode === asked.skuCode && holderCode === asked.holderCode),
    ).toBe(true)
    expect(await total('in.channel', asked)).toBe(records.length)
    const [day] = await server.query<{ from: string; to: string; total: number }>(
      `select min(day)::text as from, (min(day) + 1)::text as to, (select count(*)::int from device_holding h
         where h.scope_id in (select id from organisation where 200 in (id, parent_id)) and h.activated_on = min(day)) as total
       from (select (product_now() at time zone 'UTC')::date - 30 as day) d`,
    )
    expect(await total('in.channel', { activatedFrom: day!.from, activatedTo: day!.to })).toBe(day!.total)
  })

  it('the list of devices filters by the time at which they were sold out, the last second included', async () => {
    const [sold] = await server.query<{ id: string; at: Date }>(
      `select h.device_id as id, h.sold_out_at as at from device_holding h
       where h.scope_id in (select id from organisation where 200 in (id, parent_id)) and h.sold_out_at is not null order by h.device_id`,
    )
    const second = sold!.at.toISOString().replace(/\.\d+/, '')
    const { records } = await page('in.channel', { soldOutFrom: second, soldOutTo: second, limit: 500 })
    expect(records.map(({ id }) => id)).toContain(sold!.id)
    expect(records.every(({ soldOutAt }) => soldOutAt?.startsWith(second.slice(0, 19)))).toBe(true)
    expect(await total('in.channel', { soldOutFrom: second, soldOutTo: second })).toBe(records.length)
    const [earlier, later] = [-1000, 1000].map((ms) => new Date(Date.parse(second) + ms).toISOString())
    expect(await total('in.channel', { soldOutFrom: earlier, soldOutTo: second.replace('Z', '.000Z') })).toBeLessThan(
      await total('in.channel', { soldOutFrom: earlier, soldOutTo: later }),
    )
    expect(await call('in.channel', 'page', { soldOutTo: '2026-02-30T23:59:59Z' })).toMatchObject({ status: 400 })
  })

  it('numbered pages of devices are those that one walks through', async () => {
    const walked = await page('in.channel', { limit: 50 })
    for (const at of [2, 4]) {
      const { records, edges } = await page('in.channel', { limit: 10, page: at })
      expect(records.map(({ id }) => id)).toEqual(walked.records.slice((at - 1) * 10, at * 10).map(({ id }) => id))
      expect(edges).toEqual({ hasNewer: true, hasOlder: true })
    }
  })

  it('the list of devices sorts by a column on numbered pages, with devices without a value last', async () => {
    const counted = await total('in.channel')
    const read: DeviceRow[] = []
    for (let at = 1; at <= Math.ceil(counted / 500); at += 1)
      read.push(...(await page('in.channel', { sort: ['-soldOutAt'], limit: 500, page: at })).records)
    expect(new Set(read.map(({ id }) => id)).size).toBe(counted)
    const times = read.map(({ soldOutAt }) => soldOutAt)
    const filled = times.filter((each) => each !== null)
    expect(filled.length).toBeGreaterThan(0)
    expect(times).toEqual([...filled.toSorted().toReversed(), ...times.filter((each) => each === null)])
    expect((await call('in.channel', 'page', { sort: ['skuName'] })).status).toBe(400)
  })

  it('the list of devices refuses too many numbers and invalid values', async () => {
    const many = Array.from({ length: 501 }, (_, index) => `SN${String(index).padStart(8, '0')}`)
    expect(await call('in.channel', 'page', { number: many })).toMatchObject({
      status: 400,
      error: { key: 'device.tooMany' },
    })
    expect(await call('in.channel', 'page', { activatedFrom: '2026-02-30' })).toMatchObject({ status: 400 })
    expect(await call('in.channel', 'page', { from: 'x' })).toMatchObject({ status: 400 })
    expect((await call('nomenu', 'page', {})).status).toBe(403)
    expect((await call('in.store', 'page', {})).status).toBe(403)
    expect((await call('hq.it', 'page', {})).status).toBe(403)
  })
})

describe('access to devices', () => {
  it('a device of another region does not exist by any way of asking', async () => {
    const [indian] = (await page('in.channel', { status: 'activated' })).records
    expect(await page('id.channel', { number: indian!.imei1 ?? indian!.sn })).toMatchObject({ records: [] })
    const foreign = await detail('id.channel', { number: indian!.sn })
    const unknown = await detail('id.channel', { number: 'SNX99999999' })
    expect([foreign.status, foreign.msg]).toEqual([404, unknown.msg])
    expect((await detail('id.channel', { id: indian!.id })).status).toBe(404)
    expect((await detail('in.channel', { id: indian!.id })).status).toBe(200)
    const all = await total('hq.auditor')
    expect(all).toBeGreaterThan((await total('in.channel')) + (await total('id.channel')))
  })

  it('employees of a distributor see the devices it has or had, and not who has them now', async () => {
    expect(new Set((await page('in.dist')).records.map(({ customerCode }) => customerCode))).toEqual(
      new Set(['C-IN-0001']),
    )
    // One with dealers of its own.
    const other = 'C-IN-0002'
    await server.query('update user_customer set customer_code = $1', [other])
    const { records } = await page('in.dist', { status: 'activated', limit: 50 })
    expect(new Set(records.map(({ customerCode }) => customerCode))).toEqual(new Set([other]))
    const gone = records.find(({ isHolding }) => !isHolding)
    expect(gone).toBeDefined()
    expect(await total('in.dist')).toBeGreaterThan(await total('in.channel', { customerCode: other }))
    const { data } = await detail('in.dist', { id: gone!.id })
    const [now, ...before] = data.custody
    expect(now).toMatchObject({ until: null, holderType: null, holderName: null, customerCode: null, event: null })
    const own = before.find(({ event }) => event === 'sellIn')
    expect(own).toMatchObject({ holderCode: other, price: expect.any(String), currency: 'INR' })
    // The same device with its whole history, for people who work for India.
    const whole = (await detail('in.finance', { id: gone!.id })).data.custody
    expect(whole.map(({ holderType }) => holderType)).not.toContain(null)
    expect(whole).toHaveLength(data.custody.length)
  })

  it('prices and claims of a device are shown to people with the right to amounts', async () => {
    const [device] = (await page('in.sales', { status: 'channelStock' })).records
    const seen = (await detail('in.sales', { id: device!.id })).data
    expect([seen.claims, seen.custody.find(({ event }) => event === 'sellIn')?.price]).toEqual([null, null])
    const paid = (await detail('in.finance', { id: device!.id })).data
    expect([paid.claims, typeof paid.custody.find(({ event }) => event === 'sellIn')?.price]).toEqual([[], 'string'])
  })

  it('a mistyped device number is refused naming the fitting digit', async () => {
    const [device] = (await page('in.channel', { status: 'activated' })).records.filter(({ imei1 }) => imei1)
    const imei = device!.imei1!
    const wrong = imei.slice(0, 14) + ((Number(imei[14]) + 1) % 10)
    expect(await detail('in.channel', { number: wrong })).toMatchObject({
      status: 400,
      error: { key: 'device.checkDigit', params: { digit: imei[14] } },
    })
    expect(await detail('in.channel', { number: `${imei}0` })).toMatchObject({ error: { key: 'device.imeisv' } })
    expect((await detail('in.channel', { number: device!.imei2 ?? device!.sn })).data.device.id).toBe(device!.id)
  })
})
