import { productNow } from '#kernel/base/clock/clock.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import { testCompany, type TestCompany } from '#test/helpers/company/test-company.ts'
import type { EntryDetail, EntryView } from '../auditing-wire.ts'

let company: TestCompany

beforeAll(async () => {
  company = await testCompany()
})
afterAll(() => company?.close())

const INDIA = { idcCode: 'IN', areaId: 2, currency: 'INR' } as const
const content = (amount: string) => {
  const now = productNow()
  return {
    ...INDIA,
    applyType: 'grant',
    year: now.getUTCFullYear(),
    month: now.getUTCMonth() + 1,
    budgetDeptCode: 'BD01',
    projectPoolCode: 'PP01',
    productClass: 'phone',
    reason: 'Displays of the autumn',
    source: 'typed',
    lines: [
      {
        countryCode: 'IN',
        projectCode: 'PR-IN',
        fscId: 'FSC1003',
        subBusiCode: 'S0302',
        productLineCode: 'PH40',
        amount,
      },
    ],
  } as const
}

const PATH = '/aps/audit/entries'
async function newest(account: string, subject: string, action: string): Promise<EntryView> {
  const asked = { limit: 10, subject, action }
  const { data, status } = await company.server.call<{ records: EntryView[] }>(account, `${PATH}/queryPage`, asked)
  // A number and an action at once are filters, too.
  expect(status).toBe(200)
  return data.records[0]!
}

it('an audit row of a decision says on which amount and with which opinion, the amount to whoever may see the document', async () => {
  const [project] = await company.query<{ code: string }>(
    `select min(code) as code from project where country_code = 'IN'`,
  )
  const lines = content('4500000.00').lines.map((line) => ({ ...line, projectCode: project!.code }))
  const drafter = company.as('in.channel')
  const saved = await drafter.save(countryBudget, { ...content('1.00'), lines })
  const before = { id: saved.data.id, version: saved.data.version }
  const submitted = await drafter.submit(countryBudget, { ...content('1.00'), ...before, lines } as never)
  expect(submitted.msg, JSON.stringify(submitted)).toBe('success')
  await company
    .as('in.manager')
    .decide(countryBudget, 'approve', submitted.data.formInstanceId, { opinion: 'Worth it' })
  const agreed = await newest('hq.auditor', saved.data.no, 'approve')
  expect(agreed.after).toContain('4,500,000.00 INR')
  expect(agreed.after).toContain('Worth it')
  expect((await newest('hq.it', saved.data.no, 'approve')).after).not.toContain('4,500,000.00')

  // The submit is compared with what the save stored, with what the server computed of it.
  const entry = await newest('hq.auditor', saved.data.no, 'submit')
  const { data: opened } = await company.server.call<EntryDetail>('hq.auditor', `${PATH}/detail`, { id: entry.id })
  expect(opened.currency).toBe('INR')
  expect(opened.changes.map(({ name }) => name)).toEqual(['Status'])
  const first = await newest('hq.auditor', saved.data.no, 'save')
  expect(first.after).toContain('4,500,000.00 INR')
})
