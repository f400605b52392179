import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HistoryView, WaitingChange } from '#kernel/record/record-wire.ts'
import { customerByCode, sellerInformationOn, tradeTermsOfCustomer } from '#areas/customer/customer.facade.ts'
import { customer } from '#areas/customer/records/customer.record.ts'
import { sellerInformation } from '#areas/customer/records/seller-information.record.ts'
import { recordImport } from '#kernel/record/record-import.ts'
import { transaction } from '#kernel/db/tx.ts'
import { type Detail, exampleOf, inputOf, recordWorld, type RecordWorld, type Row } from '#test/helpers/record-world.ts'

// The life of a customer and what is changed of it by approval, as the people of a country do it.

const CHANGE = '/aps/record/change'

interface Waiting extends Detail {
  readonly waiting: readonly WaitingChange[]
}
interface Submitted {
  readonly no: string
  readonly id: string
  readonly state: string
  readonly formInstanceId: string
}

let its: RecordWorld
beforeAll(async () => {
  its = await recordWorld()
})
afterAll(() => its?.close())

const NAMES = 'Quokka Wallaby Cassowary Brolga Lorikeet Goanna Taipan Barramundi Dingo Emu Galah'.split(' ')
let made = 0
/** A draft of a customer of its own, by the channel manager of India. */
async function draft(more: Readonly<Record<string, string>> = {}): Promise<Row> {
  made += 1
  const own = { code: `C-IN-95${made}`, nameEn: NAMES[made % NAMES.length]!, nameZh: `试例${made}`, taxNo: '' }
  const { status, data, msg } = await its.call<Detail>('in.channel', customer, 'create', {
    values: inputOf(customer, { ...own, ...more }),
  })
  expect([status, msg]).toEqual([200, expect.anything()])
  return data.record
}
const detailOf = async ({ id }: Pick<Row, 'id'>, account = 'in.channel') =>
  (await its.call<Waiting>(account, customer, 'detail', { id })).data
const historyOf = async ({ id }: Pick<Row, 'id'>) =>
  (await its.call<{ records: HistoryView[] }>('in.channel', customer, 'history', { id })).data.records

function ask(
  account: string,
  { values }: Row,
  lines: Readonly<Record<string, string>> | null,
  recordKind = 'customer',
) {
  return its.server.call<Submitted>(account, `${CHANGE}/submit`, {
    changeKind: lines ? 'change' : 'new',
    recordKind,
    recordKey: values['code'],
    organisationCode: 'IN-IN',
    reason: 'As the letter of the customer says',
    lines: Object.entries(lines ?? {}).map(([field, value]) => ({ field, value })),
  })
}

async function decide(account: string, action: 'approve' | 'reject', { formInstanceId }: Submitted) {
  const [task] = await its.server.query<{ id: string; hash: string }>(
    `select t.id, i.content_hash as hash from approval_task t join approval_instance i using (document_id, round)
     join app_user u on u.id = t.user_id where t.document_id || '-' || t.round = $1 and u.account = $2 and t.state = 'open'`,
    [formInstanceId, account],
  )
  return its.server.call<{ state: string }>(account, `${CHANGE}/${action}`, {
    formInstanceId,
    taskId: task?.id ?? '0',
    contentHash: task?.hash ?? '',
    opinion: 'Compared with the letter',
  })
}

/** Draft, asked, agreed by both, enabled. */
async function enabled(more: Readonly<Record<string, string>> = {}): Promise<Row> {
  const row = await draft(more)
  const { data } = await ask('in.channel', row, null)
  for (const account of ['in.finance', 'in.regfinance'])
    expect((await decide(account, 'approve', data)).status).toBe(200)
  const { record } = await detailOf(row)
  const answer = await its.call<Detail>('in.channel', customer, 'enable', { id: row.id, version: record.version })
  return answer.data.record
}

describe('from draft to enabled', () => {
  it('is asked for by one, agreed to by two others, and enabled when the ERP knows it (Q17)', async () => {
    const row = await draft({ oerpCode: '' })
    const asked = await ask('in.channel', row, null)
    expect([asked.status, asked.data.state]).toEqual([200, 'underApproval'])
    const { no, formInstanceId } = asked.data
    expect((await detailOf(row)).waiting).toMatchObject([{ no, formInstanceId, changeKind: 'new' }])

    const edited = await its.call('in.channel', customer, 'update', {
      id: row.id,
      version: 1,
      values: inputOf(customer),
    })
    expect([edited.error?.key, edited.msg.includes(no)]).toEqual(['record.waiting', true])
    expect((await ask('in.channel', row, null)).error?.key).toBe('change.alreadyAsked')
    expect((await decide('in.channel', 'approve', asked.data)).status).toBe(403)

    expect((await decide('in.finance', 'approve', asked.data)).data.state).toBe('underApproval')
    expect((await detailOf(row)).record.state).toBe('draft')
    expect((await decide('in.regfinance', 'approve', asked.data)).data.state).toBe('approved')
    const approved = await detailOf(row)
    expect([approved.record.state, approved.waiting]).toEqual(['approved', []])

    const act = (version: number) => its.call<Detail>('in.channel', customer, 'enable', { id: row.id, version })
    const early = await act(approved.record.version)
    expect([early.status, early.error?.key, early.error?.field]).toEqual([400, 'customer.oerpNeeded', 'oerpCode'])
    const values = { ...approved.record.values, oerpCode: 'E99001' }
    const known = await its.call<Detail>('in.channel', customer, 'update', { id: row.id, version: 2, values })
    expect((await act(known.data.record.version)).data.record.state).toBe('enabled')

    expect(await historyOf(row)).toMatchObject([
      { act: 'enable' },
      { act: 'update' },
      {
        act: 'approve',
        source: 'change',
        asked: { no, formInstanceId },
        by: expect.stringMatching(/Regional finance/i),
      },
      { act: 'create', asked: null },
    ])
  })

  it('is offered and newly named only while it is enabled', async () => {
    const row = await draft()
    const dealer = {
      ...inputOf(customer),
      code: 'D-IN-9501',
      kind: 'dealer',
      parentCode: row.values['code'],
      taxNo: '',
    }
    const refused = await its.call('in.channel', customer, 'create', { values: dealer })
    expect([refused.error?.key, refused.error?.field]).toEqual(['record.disabledCode', 'parentCode'])
    const choices = await its.call<{ records: unknown[] }>('in.channel', customer, 'choices', {
      field: 'parentCode',
      keyword: row.values['code'],
    })
    expect(choices.data.records).toEqual([])
  })

  it('stays a draft where it is rejected or withdrawn, and may be edited again', async () => {
    const row = await draft()
    const first = await ask('in.channel', row, null)
    expect((await decide('in.finance', 'reject', first.data)).status).toBe(200)
    const values = { ...row.values, businessCode: 'B1' }
    const edited = await its.call<Detail>('in.channel', customer, 'update', { id: row.id, version: 1, values })
    expect([edited.status, edited.data.record.state]).toEqual([200, 'draft'])
    const second = await ask('in.channel', row, null)
    const [head] = await its.server.query<{ version: number }>('select version from record_change where id = $1', [
      second.data.id,
    ])
    const { formInstanceId } = second.data
    const taken = await its.server.call('in.channel', `${CHANGE}/withdraw`, { formInstanceId, version: head?.version })
    expect(taken.status).toBe(200)
    expect((await detailOf(row)).waiting).toEqual([])
  })
})

describe('a bank account', () => {
  it('is changed by approval alone, while the rest is edited as ever', async () => {
    const row = await enabled()
    const typed = { ...row.values, bankAccount: '888888000001' }
    const form = await its.call('in.channel', customer, 'update', { id: row.id, version: row.version, values: typed })
    expect([form.status, form.error?.key, form.error?.field]).toEqual([409, 'record.guarded', 'bankAccount'])
    expect(form.msg).toContain('Bank account')
    const by = await its.importer('in.channel')
    const file = { ...exampleOf(customer), ...row.values, state: null, bankAccount: '888888000001' }
    const [checked] = await its.checked(customer, by, [file as never])
    expect(checked).toMatchObject({ errors: [{ column: 'bankAccount', key: 'record.guarded' }] })

    const wrong = await ask('in.channel', row, { bankAccount: '12' })
    expect([wrong.error?.key, wrong.error?.field]).toEqual(['record.shape', 'value'])
    expect((await ask('in.channel', row, { oerpCode: 'E1' })).error?.key).toBe('change.notByApproval')
    const same = await ask('in.channel', row, { bankAccount: String(row.values['bankAccount']) })
    expect(same.error?.key).toBe('change.sameValue')

    const asked = await ask('in.channel', row, {
      bankAccount: '888888000001',
      bankName: String(row.values['bankName']),
    })
    expect((await detailOf(row)).waiting).toMatchObject([{ fields: ['bankAccount'] }])
    const again = await ask('in.finance', row, { bankAccount: '888888000002' })
    expect([again.status, again.error?.key]).toEqual([403, 'change.mayNotEdit'])
    expect((await ask('in.channel', row, { bankAccount: '888888000002' })).error?.key).toBe('change.alreadyAsked')

    await decide('in.finance', 'approve', asked.data)
    const other = { ...row.values, businessCode: 'B77' }
    const edited = await its.call<Detail>('in.channel', customer, 'update', {
      id: row.id,
      version: row.version,
      values: other,
    })
    expect(edited.status).toBe(200)
    expect((await decide('in.regfinance', 'approve', asked.data)).data.state).toBe('approved')
    const { record } = await detailOf(row)
    expect(record.values).toMatchObject({ bankAccount: '888888000001', businessCode: 'B77' })
    const [entry] = await historyOf(row)
    expect(entry).toMatchObject({
      act: 'update',
      source: 'change',
      asked: { no: asked.data.no },
      changes: [{ field: 'bankAccount', after: '888888000001' }],
    })
    expect(entry?.asked?.by).toMatch(/Channel manager/i)
  })

  it('is shown in part to whoever needs it only to recognise it, wherever it stands', async () => {
    const row = await enabled()
    const shown = await detailOf(row, 'in.manager')
    expect(shown.record.values['bankAccount']).toBe('••••3456')
    const { data } = await its.call<{ records: HistoryView[] }>('in.manager', customer, 'history', { id: row.id })
    expect(JSON.stringify(data)).not.toContain('501000123456')
  })

  it('that moved since it was asked for is refused with the difference, and nothing is written', async () => {
    const row = await enabled()
    const { data } = await ask('in.channel', row, { bankAccount: '888888000003' })
    await decide('in.finance', 'approve', data)
    await its.server.query(`update customer set bank_account = '777777000001' where id = $1`, [row.id])
    const refused = await decide('in.regfinance', 'approve', data)
    expect([refused.status, refused.error?.key]).toEqual([409, 'change.moved'])
    expect(refused.error).toMatchObject({
      data: { differences: [{ field: 'bankAccount', now: '777777000001', value: '888888000003' }] },
    })
    const [document] = await its.server.query<{ state: string }>('select state from record_change where id = $1', [
      data.id,
    ])
    expect([document?.state, (await detailOf(row)).record.version]).toEqual(['underApproval', row.version])
    expect((await decide('in.regfinance', 'reject', data)).status).toBe(200)
  })
})

describe('at the same time', () => {
  it('two ask for the same field and one is told who was first; two who ask for others both may', async () => {
    const row = await enabled()
    const answers = await Promise.all([
      ask('in.channel', row, { bankAccount: '888888000004' }),
      ask('admin', row, { bankAccount: '888888000005', bankHolder: 'Both' }),
      ask('in.channel', row, { bankSwift: 'SBININBB' }),
    ])
    const keys = answers.slice(0, 2).map(({ status, error }) => error?.key ?? status)
    expect(new Set(keys)).toEqual(new Set([200, 'change.alreadyAsked']))
    expect(answers[2]?.status).toBe(200)
    expect((await detailOf(row)).waiting).toHaveLength(2)
  })

  it('the last approval and an edit of the form both stand, whichever comes first', async () => {
    const row = await enabled()
    const { data } = await ask('in.channel', row, { bankAccount: '888888000006' })
    await decide('in.finance', 'approve', data)
    const values = { ...row.values, businessCode: 'B88' }
    const [approved, edited] = await Promise.all([
      decide('in.regfinance', 'approve', data),
      its.call('in.channel', customer, 'update', { id: row.id, version: row.version, values }),
    ])
    expect(approved.status).toBe(200)
    const { record } = await detailOf(row)
    expect(record.values['bankAccount']).toBe('888888000006')
    // The edit stood on the version before: it was first, or is told what came between.
    expect([edited.status, record.values['businessCode']]).toEqual(
      edited.status === 200 ? [200, 'B88'] : [409, row.values['businessCode']],
    )
  })
})

describe('one company is one customer', () => {
  const tax = '29AABCT1332L1ZA'

  it('a tax number has one customer in a country, and others of the same legal entity name it', async () => {
    const first = await draft({ taxNo: tax })
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

  it('a similar name is shown with the other beside it, and passes once somebody has looked', async () => {
    await draft({ code: 'C-IN-9701', nameEn: 'Kookaburra Valley Traders Private Limited', nameZh: '笑翠鸟谷' })
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
    expect(refused.msg).toContain('Kookaburra Valley Traders')
    const looked = { ...values, notSameAs: 'C-IN-9701' }
    expect((await its.call('in.channel', customer, 'create', { values: looked })).status).toBe(200)
  })

  it('two who type the same tax number at once are told apart by the table', async () => {
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

describe('the seller on papers', () => {
  it('has another bank from a day on, by two people; what was issued never changes', async () => {
    const call = <T>(account: string, act: string, body: object) => its.call<T>(account, sellerInformation, act, body)
    const on = (day: string) => transaction(its.pool, (tx) => sellerInformationOn(tx, 'LE-IN', day))
    const before = await on('2027-06-01')
    const made = await call<Detail>('in.finance', 'create', { values: inputOf(sellerInformation) })
    expect([made.status, made.data.record?.state]).toEqual([200, 'draft'])
    const { record } = made.data
    const asked = await ask('in.finance', record, null, 'sellerInformation')
    expect((await on('2027-06-01'))?.bankAccount).toBe(before?.bankAccount)
    expect((await decide('in.regfinance', 'approve', asked.data)).data.state).toBe('approved')
    const enabledOne = await call<Detail>('in.regfinance', 'enable', { id: record.id, version: 2 })
    expect(enabledOne.data.record.state).toBe('enabled')
    expect((await on('2027-03-31'))?.code).toBe(before?.code)
    expect((await on('2027-04-01'))?.bankAccount).toBe('501000123456')
    const values = { ...record.values, bankAccount: '888888000009' }
    const edited = await call('in.finance', 'update', { id: record.id, version: 3, values })
    expect(edited.error?.key).toBe('record.issued')
    const around = await ask('in.finance', record, { bankAccount: '888888000009' }, 'sellerInformation')
    expect(around.error?.key).toBe('change.notByApproval')
  })

  it('and a customer by its code are what other areas ask for', async () => {
    const { principal } = await its.importer('in.channel')
    const elsewhere = (await its.importer('id.channel')).principal
    await transaction(its.pool, async (tx) => {
      expect(await customerByCode(tx, principal, 'C-IN-0001')).toMatchObject({ kind: 'distributor', state: 'enabled' })
      expect(await customerByCode(tx, elsewhere, 'C-IN-0001')).toBeUndefined()
      expect((await tradeTermsOfCustomer(tx, 'C-IN-0001')).length).toBeGreaterThan(0)
    })
  })
})
