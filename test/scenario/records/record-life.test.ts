import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { linesExport } from '#kernel/services/downloads/lines-export.ts'
import type { HistoryView } from '#kernel/engine/record/routes/record-wire.ts'
import { recordChangeDocument } from '#areas/change-request/record-change/record-change.document.ts'
import { customer } from '#areas/customer/records/customer.record.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { CHANGE, customerStory, type Detail, exampleOf, inputOf } from '#test/helpers/record-world.ts'
import { pdfPages } from '#test/helpers/laws/file-parts.ts'

// The lifecycle of a customer and its changes by approval, as the people of a country do it.

let story: Awaited<ReturnType<typeof customerStory>>
let its: typeof story.its
beforeAll(async () => {
  story = await customerStory()
  its = story.its
})
afterAll(() => its?.close())

describe('a customer from draft to enabled', () => {
  it('a new customer is requested by one person, approved by two others and enabled when the ERP confirms it (Q17)', async () => {
    const row = await story.draft({ oerpCode: '' })
    const asked = await story.ask('in.channel', row, null)
    expect([asked.status, asked.data.state]).toEqual([200, 'underApproval'])
    const { no, formInstanceId } = asked.data
    expect((await story.detailOf(row)).waiting).toMatchObject([{ no, formInstanceId, changeKind: 'new' }])

    const edited = await its.call('in.channel', customer, 'update', {
      id: row.id,
      version: 1,
      values: inputOf(customer),
    })
    expect([edited.error?.key, edited.msg.includes(no)]).toEqual(['record.waiting', true])
    expect((await story.ask('in.channel', row, null)).error?.key).toBe('change-request.alreadyAsked')
    expect((await story.decide('in.channel', 'approve', asked.data)).status).toBe(403)

    expect((await story.decide('in.finance', 'approve', asked.data)).data.state).toBe('underApproval')
    expect((await story.detailOf(row)).record.state).toBe('draft')
    expect((await story.decide('in.regfinance', 'approve', asked.data)).data.state).toBe('approved')
    const approved = await story.detailOf(row)
    expect([approved.record.state, approved.waiting]).toEqual(['approved', []])

    const act = (version: number) => its.call<Detail>('in.channel', customer, 'enable', { id: row.id, version })
    const early = await act(approved.record.version)
    expect([early.status, early.error?.key, early.error?.field]).toEqual([400, 'customer.oerpNeeded', 'oerpCode'])
    const values = { ...approved.record.values, oerpCode: 'E99001' }
    const known = await its.call<Detail>('in.channel', customer, 'update', { id: row.id, version: 2, values })
    expect((await act(known.data.record.version)).data.record.state).toBe('enabled')

    expect(await story.historyOf(row)).toMatchObject([
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

  it('a customer is offered and referred to only while it is enabled', async () => {
    const row = await story.draft()
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

  it('a customer whose approval is rejected or withdrawn stays a draft and can be edited', async () => {
    const row = await story.draft()
    const first = await story.ask('in.channel', row, null)
    expect((await story.decide('in.finance', 'reject', first.data)).status).toBe(200)
    const values = { ...row.values, businessCode: 'B1' }
    const edited = await its.call<Detail>('in.channel', customer, 'update', { id: row.id, version: 1, values })
    expect([edited.status, edited.data.record.state]).toEqual([200, 'draft'])
    const second = await story.ask('in.channel', row, null)
    const [head] = await its.server.query<{ version: number }>('select version from record_change where id = $1', [
      second.data.id,
    ])
    const { formInstanceId } = second.data
    const taken = await its.server.call('in.channel', `${CHANGE}/withdraw`, { formInstanceId, version: head?.version })
    expect(taken.status).toBe(200)
    expect((await story.detailOf(row)).waiting).toEqual([])
  })
})

describe('a bank account of a customer', () => {
  it('a bank account changes by approval only, while other fields are edited directly', async () => {
    const row = await story.enabled()
    const typed = { ...row.values, bankAccount: '888888000001' }
    const form = await its.call('in.channel', customer, 'update', { id: row.id, version: row.version, values: typed })
    expect([form.status, form.error?.key, form.error?.field]).toEqual([409, 'record.guarded', 'bankAccount'])
    expect(form.msg).toContain('Bank account')
    const by = await its.importer('in.channel')
    const file = { ...exampleOf(customer), ...row.values, state: null, bankAccount: '888888000001' }
    const [checked] = await its.checked(customer, by, [file as never])
    expect(checked).toMatchObject({ errors: [{ column: 'bankAccount', key: 'record.guarded' }] })

    const wrong = await story.ask('in.channel', row, { bankAccount: '12' })
    expect([wrong.error?.key, wrong.error?.field]).toEqual(['record.shape', 'value'])
    expect((await story.ask('in.channel', row, { oerpCode: 'E1' })).error?.key).toBe('change-request.notByApproval')
    const same = await story.ask('in.channel', row, { bankAccount: String(row.values['bankAccount']) })
    expect(same.error?.key).toBe('change-request.sameValue')

    const asked = await story.ask('in.channel', row, {
      bankAccount: '888888000001',
      bankName: String(row.values['bankName']),
    })
    expect((await story.detailOf(row)).waiting).toMatchObject([{ fields: ['bankAccount'] }])
    const again = await story.ask('in.finance', row, { bankAccount: '888888000002' })
    expect([again.status, again.error?.key]).toEqual([403, 'change-request.mayNotEdit'])
    expect((await story.ask('in.channel', row, { bankAccount: '888888000002' })).error?.key).toBe(
      'change-request.alreadyAsked',
    )

    await story.decide('in.finance', 'approve', asked.data)
    const other = { ...row.values, businessCode: 'B77' }
    const edited = await its.call<Detail>('in.channel', customer, 'update', {
      id: row.id,
      version: row.version,
      values: other,
    })
    expect(edited.status).toBe(200)
    expect((await story.decide('in.regfinance', 'approve', asked.data)).data.state).toBe('approved')
    const { record } = await story.detailOf(row)
    expect(record.values).toMatchObject({ bankAccount: '888888000001', businessCode: 'B77' })
    const [entry] = await story.historyOf(row)
    expect(entry).toMatchObject({
      act: 'update',
      source: 'change',
      asked: { no: asked.data.no },
      changes: [{ field: 'bankAccount', after: '888888000001' }],
    })
    expect(entry?.asked?.by).toMatch(/Channel manager/i)
  })

  it('a bank account is masked in record and history for a reader without the right to it', async () => {
    const row = await story.enabled()
    const shown = await story.detailOf(row, 'in.manager')
    expect(shown.record.values['bankAccount']).toBe('••••3456')
    const { data } = await its.call<{ records: HistoryView[] }>('in.manager', customer, 'history', { id: row.id })
    expect(JSON.stringify(data)).not.toContain('501000123456')
  })

  it('an import by somebody who cannot read bank accounts succeeds and cannot be used to guess them', async () => {
    const row = await story.enabled()
    const full = await its.importer('in.channel')
    const rights = new Set([...full.principal.rights].filter((right) => right !== 'customer.bank.view'))
    const by = { ...full, principal: { ...full.principal, rights } }
    const of = (more: Readonly<Record<string, string>>) => {
      const empty = Object.fromEntries(Object.keys(exampleOf(customer)).map((name) => [name, null]))
      return its.checked(customer, by, [{ ...empty, code: String(row.values['code']), ...more }])
    }
    expect(await of({ businessCode: 'B99' })).toMatchObject([{ action: 'update', after: { bankAccount: '••••3456' } }])
    const guess = { bankAccount: String(row.values['bankAccount']) }
    expect(await of(guess)).toMatchObject([{ errors: [{ column: 'bankAccount', key: 'record.secret' }] }])
  })

  it('an approved bank account change is refused with the difference when the account has changed since', async () => {
    const row = await story.enabled()
    const { data } = await story.ask('in.channel', row, { bankAccount: '888888000003' })
    await story.decide('in.finance', 'approve', data)
    await its.server.query(`update customer set bank_account = '777777000001' where id = $1`, [row.id])
    const refused = await story.decide('in.regfinance', 'approve', data)
    expect([refused.status, refused.error?.key]).toEqual([409, 'change-request.moved'])
    expect(refused.error).toMatchObject({
      data: { differences: [{ field: 'bankAccount', now: '777777000001', value: '888888000003' }] },
    })
    const [document] = await its.server.query<{ state: string }>('select state from record_change where id = $1', [
      data.id,
    ])
    expect([document?.state, (await story.detailOf(row)).record.version]).toEqual(['underApproval', row.version])
    expect((await story.decide('in.regfinance', 'reject', data)).status).toBe(200)
  })
})

describe('simultaneous changes of a customer', () => {
  it('one of several simultaneous change requests for the same field succeeds, and one for another field too', async () => {
    const row = await story.enabled()
    const accounts = ['in.channel', 'admin', 'in.channel', 'admin', 'in.channel', 'admin']
    const [other, ...answers] = await Promise.all([
      story.ask('in.channel', row, { bankSwift: 'SBININBB' }),
      ...accounts.map((account, index) => story.ask(account, row, { bankAccount: `88888800010${index}` })),
    ])
    const keys = answers.map(({ status, error }) => error?.key ?? status)
    expect(keys.filter((key) => key === 200)).toHaveLength(1)
    expect(keys.filter((key) => key === 'change-request.alreadyAsked')).toHaveLength(5)
    expect(other?.status).toBe(200)
    expect((await story.detailOf(row)).waiting).toHaveLength(2)
  })

  it('the last approval of a change and a direct edit at the same moment both take effect', async () => {
    const row = await story.enabled()
    const { data } = await story.ask('in.channel', row, { bankAccount: '888888000006' })
    await story.decide('in.finance', 'approve', data)
    const values = { ...row.values, businessCode: 'B88' }
    const [approved, edited] = await Promise.all([
      story.decide('in.regfinance', 'approve', data),
      its.call('in.channel', customer, 'update', { id: row.id, version: row.version, values }),
    ])
    expect(approved.status).toBe(200)
    const { record } = await story.detailOf(row)
    expect(record.values['bankAccount']).toBe('888888000006')
    // The edit was based on the version before: it was either first, or is told what changed in between.
    expect([edited.status, record.values['businessCode']]).toEqual(
      edited.status === 200 ? [200, 'B88'] : [409, row.values['businessCode']],
    )
  })
})

const WHOLE = '501000123456'
const ASKED = '888888000021'
const SIMILAR = '999999000021'

interface ChangePage {
  readonly document: { readonly version: number; readonly lines: readonly object[] }
  readonly approval: { readonly changedSince: { readonly changes: readonly object[] } | null }
}

async function pageOf(account: string, { formInstanceId }: Pick<Acted, 'formInstanceId'>): Promise<ChangePage> {
  const { status, data } = await its.server.call<ChangePage>(account, `${CHANGE}/detail`, { formInstanceId })
  expect(status).toBe(200)
  return data
}

describe('a regional director who sees bank accounts masked', () => {
  beforeAll(async () => {
    await its.server.query(
      `delete from role_right where role_code = 'regionalFinance' and right_code = 'customer.bank.view'`,
    )
  })

  it('a requested bank account is masked on the page, in print and in the export', async () => {
    const row = await story.enabled()
    const { data } = await story.ask('in.channel', row, { bankAccount: ASKED })
    const line = { field: 'bankAccount', oldValue: WHOLE, value: ASKED }
    expect((await pageOf('in.finance', data)).document.lines).toMatchObject([line])
    expect((await pageOf('in.channel', data)).document.lines).toMatchObject([line])
    expect((await pageOf('in.regfinance', data)).document.lines).toMatchObject([
      { field: 'bankAccount', oldValue: '••••3456', value: '••••0021' },
    ])

    const address = `/aps/document/recordChange/pdf?formInstanceId=${data.formInstanceId}`
    const { status, bytes } = await its.server.fetch('in.regfinance', address)
    expect(status).toBe(200)
    const paper = (await pdfPages(bytes)).map(({ text }) => text).join('')
    expect(paper).toContain('0021')
    expect(paper).not.toMatch(new RegExp(`${ASKED}|${WHOLE}`))

    const file = await reading(its.pool, async (tx) => {
      const { principal } = await its.importer('in.regfinance')
      const reader = { principal, language: 'en' as const, now: productNow() }
      const filters = { formInstanceId: data.formInstanceId }
      const asked = { params: {}, filters, sort: [] }
      const { rows, rowsOf } = await linesExport(recordChangeDocument, [recordChangeDocument]).query(tx, reader, asked)
      return rowsOf?.((await tx.rows(rows)) as never)
    })
    expect(file).toMatchObject([{ texts: { oldValue: '••••3456', value: '••••0021' } }])
  })

  it('the bank account of a new customer is masked too', async () => {
    const row = await story.draft()
    const { data } = await story.ask('in.channel', row, null)
    const secret = (lines: readonly object[]) =>
      lines.find((line) => (line as { field: string }).field === 'bankAccount')
    expect(secret((await pageOf('in.regfinance', data)).document.lines)).toMatchObject({
      oldValue: null,
      value: '••••3456',
    })
    expect(secret((await pageOf('in.finance', data)).document.lines)).toMatchObject({ value: WHOLE })
  })

  it('the difference between two rounds marks a masked field as changed without showing it', async () => {
    const row = await story.enabled()
    const first = await story.ask('in.channel', row, { bankAccount: ASKED })
    await pageOf('in.regfinance', first.data)
    await its.server.call('in.regfinance', '/aps/bpm/look', { formInstanceId: first.data.formInstanceId })
    expect((await story.decide('in.finance', 'reject', first.data)).status).toBe(200)
    const { version } = (await pageOf('in.channel', first.data)).document
    const again = await its.server.call<Acted>('in.channel', `${CHANGE}/submit`, {
      id: first.data.id,
      version,
      changeKind: 'change',
      recordKind: 'customer',
      recordKey: row.values['code'],
      organisationCode: 'IN-IN',
      reason: 'The bank has merged',
      lines: [{ field: 'bankAccount', value: SIMILAR }],
    })
    expect(again.status).toBe(200)
    const { changedSince } = (await pageOf('in.regfinance', again.data)).approval
    const told = JSON.stringify(changedSince)
    expect(told).toContain('••••0021 (2)')
    expect(told).not.toMatch(new RegExp(`${ASKED}|${SIMILAR}|${WHOLE}`))
    expect((await story.decide('in.finance', 'reject', again.data)).status).toBe(200)
  })

  it('the refusal of an outdated change masks the bank account', async () => {
    const row = await story.enabled()
    const { data } = await story.ask('in.channel', row, { bankAccount: ASKED })
    await story.decide('in.finance', 'approve', data)
    await its.server.query(`update customer set bank_account = '777777000001' where id = $1`, [row.id])
    const refused = await story.decide('in.regfinance', 'approve', data)
    expect(refused.error).toMatchObject({
      key: 'change-request.moved',
      data: { differences: [{ oldValue: '••••3456', value: '••••0021', now: '••••0001' }] },
    })
  })
})
