import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '#kernel/platform/db/tx.ts'
import { recordImport } from '#kernel/services/record-service/record-import.ts'
import { customerByCode, sellerInformationOn, tradeTermsOfCustomer } from '#areas/customer/customer.facade.ts'
import type { OwnCompany } from '#areas/customer/own-company/own-company.ts'
import { customer } from '#areas/customer/records/customer.record.ts'
import { sellerInformation } from '#areas/customer/records/seller-information.record.ts'
import { customerStory, type Detail, inputOf } from '#test/helpers/record-world.ts'

// One company is one customer, and what documents say of the seller.

let story: Awaited<ReturnType<typeof customerStory>>
let its: typeof story.its
beforeAll(async () => {
  story = await customerStory()
  its = story.its
})
afterAll(() => its?.close())

describe('duplicate customers', () => {
  const tax = '29AABCT1332L1ZA'

  it('a tax number belongs to one customer of a country, and others of the same legal entity name that customer', async () => {
    const first = await story.draft({ taxNo: tax })
    const values = inputOf(customer, {
      code: 'C-IN-9601',
      nameEn: 'Wombat Overland',
      nameZh: '袋熊',
      taxNo: '29 AABCT-1332 L1ZA',
    })
    const refused = await its.call('in.channel', customer, 'create', { values })
    expect([refused.error?.key, refused.msg.includes(String(first.values['code']))]).toEqual([
      'customer.taxTaken',
      true,
    ])
    const by = await its.importer('in.channel')
    const rows = [
      { ...values, code: 'C-IN-9602', nameEn: 'Numbat Overland', nameZh: '袋食蚁', taxNo: '07AABCT1332L1ZG' },
      { ...values, code: 'C-IN-9603', nameEn: 'Bilby Overland', nameZh: '兔耳', taxNo: '07AABCT1332L1ZG' },
    ]
    const checked = await its.checked(customer, by, rows as never)
    expect(checked.map((row) => ('errors' in row ? row.errors[0]?.key : row.action))).toEqual([
      'create',
      'customer.taxTaken',
    ])
  })

  it('a customer with a similar name is shown beside the existing one and passes once it is marked as different', async () => {
    await story.draft({ code: 'C-IN-9701', nameEn: 'Kookaburra Valley Traders Private Limited', nameZh: '笑翠鸟谷' })
    await story.draft({
      code: 'C-IN-9703',
      nameEn: 'Kookabura Valley Phones Ltd',
      nameZh: '笑翠鸟铺',
      notSameAs: 'C-IN-9701',
    })
    const values = inputOf(customer, {
      code: 'C-IN-9702',
      nameEn: 'Kookabura Valley Mobiles Pvt Ltd',
      nameZh: '笑翠鸟',
      taxNo: '',
    })
    const refused = await its.call('in.channel', customer, 'create', { values })
    expect([refused.status, refused.error?.key, refused.error?.field]).toEqual([
      409,
      'customer.similarName',
      'notSameAs',
    ])
    // Both are named, with what to type: a second attempt is not refused for the other.
    expect(refused.msg).toContain('Kookaburra Valley Traders')
    expect(refused.msg).toContain('Kookabura Valley Phones')
    expect(refused.msg).toContain('C-IN-9701, C-IN-9703')
    const looked = { ...values, notSameAs: 'C-IN-9701, C-IN-9703' }
    expect((await its.call('in.channel', customer, 'create', { values: looked })).status).toBe(200)
  })

  it('one of two customers created at the same moment with the same tax number is refused', async () => {
    const twins = ['C-IN-9801', 'C-IN-9802'].map((code, index) =>
      inputOf(customer, {
        code,
        nameEn: index === 0 ? 'Echidna Plains' : 'Platypus River',
        nameZh: index === 0 ? '针鼹' : '鸭嘴兽',
        taxNo: '33AABCT1332L1ZL',
      }),
    )
    const by = await its.importer('in.channel')
    const write = (values: (typeof twins)[number]) =>
      transaction(its.pool, (tx) =>
        recordImport(customer).apply(tx, by, [
          { row: 2, values: { ...values, state: 'draft' }, action: 'create', key: String(values['code']), basis: null },
        ]),
      )
    const outcomes = (await Promise.all(twins.map(write))).flat()
    expect(outcomes.filter((outcome) => 'undo' in outcome)).toHaveLength(1)
  })
})

describe('seller information', () => {
  it('the bank account of a seller changes from a day on by approval, and issued papers keep the old one', async () => {
    const call = <T>(account: string, act: string, body: object) => its.call<T>(account, sellerInformation, act, body)
    const on = (day: string) => transaction(its.pool, (tx) => sellerInformationOn(tx, 'LE-IN', day))
    const before = await on('2027-06-01')
    const made = await call<Detail>('in.finance', 'create', { values: inputOf(sellerInformation) })
    expect([made.status, made.data.record?.state]).toEqual([200, 'draft'])
    const { record } = made.data
    const asked = await story.ask('in.finance', record, null, 'sellerInformation')
    expect((await on('2027-06-01'))?.bankAccount).toBe(before?.bankAccount)
    expect((await story.decide('in.regfinance', 'approve', asked.data)).data.state).toBe('approved')
    const enabledOne = await call<Detail>('in.regfinance', 'enable', { id: record.id, version: 2 })
    expect(enabledOne.data.record.state).toBe('enabled')
    expect((await on('2027-03-31'))?.code).toBe(before?.code)
    expect((await on('2027-04-01'))?.bankAccount).toBe('501000123456')
    const values = { ...record.values, bankAccount: '888888000009' }
    const edited = await call('in.finance', 'update', { id: record.id, version: 3, values })
    expect(edited.error?.key).toBe('record.issued')
    const around = await story.ask('in.finance', record, { bankAccount: '888888000009' }, 'sellerInformation')
    expect(around.error?.key).toBe('change-request.notByApproval')
  })

  it("a customer found by its code is returned to other areas only within the caller's scope", async () => {
    const { principal } = await its.importer('in.channel')
    const elsewhere = (await its.importer('id.channel')).principal
    await transaction(its.pool, async (tx) => {
      expect(await customerByCode(tx, principal, 'C-IN-0001')).toMatchObject({ kind: 'distributor', state: 'enabled' })
      expect(await customerByCode(tx, elsewhere, 'C-IN-0001')).toBeUndefined()
      expect((await tradeTermsOfCustomer(tx, 'C-IN-0001')).length).toBeGreaterThan(0)
    })
  })
})

describe('employees of a distributor', () => {
  it('employees of a distributor see their own company with a masked bank account and no other customer', async () => {
    const { server } = its
    const [company] = await server.query<{ code: string; bank_account: string }>(
      `select k.code, k.bank_account from user_customer s join app_user u on u.id = s.user_id join customer k on k.code = s.customer_code
       where u.account = 'in.dist'`,
    )
    const own = await server.call<OwnCompany>('in.dist', '/aps/customer/own')
    expect(own.data).toMatchObject({ code: company?.code, bankAccount: `••••${company?.bank_account.slice(-4)}` })
    expect(own.data.addresses.length).toBeGreaterThan(0)
    const bound = await server.query<{ code: string }>('select code from customer_address where customer_code = $1', [
      company?.code,
    ])
    const codes = bound.map(({ code }) => code)
    expect(own.data.addresses.filter(({ code }) => !codes.includes(code))).toEqual([])

    expect((await server.call('in.dist', '/aps/customer/own', { code: 'C-IN-0002' })).status).toBe(400)
    for (const path of [
      '/aps/customer/queryPage',
      '/aps/customer/detail',
      '/aps/customer/choices',
      '/aps/customerAddress/queryPage',
    ])
      expect([path, (await server.call('in.dist', path)).status]).toEqual([path, 403])
    expect((await server.call('in.manager', '/aps/customer/own')).status).toBe(403)
    await server.query(`update user_customer set customer_code = 'C-GONE'`)
    expect((await server.call('in.dist', '/aps/customer/own')).status).toBe(404)
  })
})
