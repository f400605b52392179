import { expect } from 'vitest'
import type { HistoryView, WaitingChange } from '#kernel/engine/record/routes/record-wire.ts'
import { customer } from '#areas/customer/records/customer.record.ts'
import { recordChange } from '#areas/change-request/record-change/record-change.doc.ts'
import type { Acted } from '../company/actor.ts'
import { companyOn } from '../company/test-company.ts'
import { type Detail, inputOf, type RecordWorld, recordWorld, type Row } from '../record-world.ts'

/** Path of the calls of changes. */
export const CHANGE = '/aps/record/change'

interface Waiting extends Detail {
  readonly waiting: readonly WaitingChange[]
}
/** Customers as the people of India handle them: drafted, asked for, decided on. */
export async function customerStory() {
  const its: RecordWorld = await recordWorld()
  const company = companyOn(its.server)
  const NAMES =
    'Quokka Wallaby Cassowary Brolga Lorikeet Goanna Taipan Barramundi Dingo Emu Galah Numbat Bilby Quoll Wombat Echidna Platypus'.split(
      ' ',
    )
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
    return its.server.call<Acted>(account, `${CHANGE}/submit`, {
      changeKind: lines ? 'change' : 'new',
      recordKind,
      recordKey: values['code'],
      organisationCode: 'IN-IN',
      reason: 'As the letter of the customer says',
      lines: Object.entries(lines ?? {}).map(([field, value]) => ({ field, value })),
    })
  }

  const decide = (account: string, action: 'approve' | 'reject', { formInstanceId }: Acted) =>
    company.as(account).decide(recordChange, action, formInstanceId)

  /** Drafted, submitted, approved by both, enabled. */
  async function enabled(more: Readonly<Record<string, string>> = {}): Promise<Row> {
    const row = await draft(more)
    const { data } = await ask('in.channel', row, null)
    for (const account of ['in.finance', 'in.regfinance'])
      expect((await decide(account, 'approve', data)).status).toBe(200)
    const { record } = await detailOf(row)
    const answer = await its.call<Detail>('in.channel', customer, 'enable', { id: row.id, version: record.version })
    return answer.data.record
  }
  return { its, draft, detailOf, historyOf, ask, decide, enabled }
}
