import { randomInt, randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { writePng } from '#kernel/platform/files/write-png.ts'
import { schemeApplication } from '#areas/scheme/application/scheme-application.doc.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { taxRatesOf } from '#areas/scheme/decision/scheme-parameters.server.ts'
import type { HistoryView, WaitingChange } from '#kernel/engine/record/routes/record-wire.ts'
import { customer } from '#areas/customer/records/customer.record.ts'
import { recordChange } from '#areas/change-request/record-change/record-change.doc.ts'
import { type Acted, type ContentOf, openTask } from '../company/actor.ts'
import { type BudgetFixture, CUSTOMER, grantedBudgets, PHONE } from '../company/fixtures.ts'
import { companyOn, type TestCompany } from '../company/test-company.ts'
import type { Answer, DemoServer } from '../servers/demo-server.ts'
import { type Detail, inputOf, type RecordWorld, recordWorld, type Row } from '../record-world.ts'

// Schemes of the demonstration company's India, from an application to whatever follows it: by the calls that the pages make.

export interface StoryFundingLine {
  readonly fundingNo: number
  readonly committed: string
  readonly accrued: string
  readonly executed: string
  readonly freeCommitted: string
  readonly freeAccrued: string
}

/** An application's line, as far as a story says it. */
export type SchemeLine = Readonly<Record<string, unknown>> & { readonly amount: string }

export interface SchemeStory {
  readonly company: TestCompany
  readonly budget: BudgetFixture
  /** Another budget that one application may name beside the first. */
  readonly otherBudget: string
  readonly customer: string
  readonly sku: string
  /** The submitted content: a sell-in rebate of a month of the budget, unless the test says otherwise. */
  content(lines: readonly SchemeLine[], header?: object): object
  apply(lines: readonly SchemeLine[], header?: object): Promise<Answer<Acted>>
  /** An application that everybody agreed to. */
  scheme(lines: readonly SchemeLine[], header?: object): Promise<Acted>
  /** Hands in a document that goes on with a scheme. */
  hand<D extends AnyDocument>(
    definition: D,
    account: string,
    schemeNo: string,
    content: ContentOf<D>,
  ): Promise<Answer<Acted>>
  /** Agrees at every step, by whoever is asked; answers the last. */
  agree(definition: AnyDocument, formInstanceId: string): Promise<Answer<Acted>>
  /** One decision by whoever is asked. */
  decide(
    definition: AnyDocument,
    formInstanceId: string,
    verb: 'approve' | 'reject' | 'return',
    more?: Parameters<TestCompany['decideNext']>[3],
  ): Promise<Answer<Acted>>
  /** Agrees until somebody is asked who may agree to less; answers that person's account. */
  toReduce(definition: AnyDocument, formInstanceId: string): Promise<string>
  withdraw(definition: AnyDocument, account: string, acted: Acted): Promise<Answer<Acted>>
  parts(schemeNo: string): Promise<readonly StoryFundingLine[]>
  buckets(): Promise<Readonly<Record<'avl' | 'occ' | 'cmt' | 'acr' | 'exe', string>>>
  state(schemeNo: string): Promise<string>
  /** An attachment of a document, uploaded by its drafter. */
  evidence(account: string): Promise<{ readonly key: string }>
  /** So many US dollars in the currency of the budget, at the rate of its year. */
  inDollars(amount: string): Promise<string>
  /** A day of the budget's month. */
  day(of: number): string
}

/** A story of its own on a database of the demonstration, with the money that the company grants for it. */
export async function schemeStory(server: DemoServer): Promise<SchemeStory> {
  const company = companyOn(server)
  const [budget, other] = await grantedBudgets(company)
  const day = (of: number) => new Date(Date.UTC(budget.year, budget.month - 1, of)).toISOString().slice(0, 10)
  const lineOf = (line: SchemeLine) => ({
    customerCode: CUSTOMER,
    skuCode: PHONE,
    basis: 'sellIn',
    ratePercent: '2.5',
    budgetCode: budget.code,
    ...line,
  })
  const story: SchemeStory = {
    company,
    budget,
    otherBudget: other.code,
    customer: CUSTOMER,
    sku: PHONE,
    day,
    content: (lines, header = {}) => ({
      name: 'Festival sell-in',
      schemeType: 'sellInRebate',
      idcCode: 'IN',
      areaId: budget.area,
      productClass: budget.class,
      currency: budget.currency,
      startDate: day(1),
      endDate: day(28),
      // A budget is spent within its year.
      claimDeadline: [day(120), `${budget.year}-12-31`].toSorted()[0],
      settlementPeriod: 'month',
      rebateType: 'standard',
      withholdRate: '100',
      directExecution: 'yes',
      reason: 'The festival season',
      ...header,
      lines: lines.map(lineOf),
    }),
    apply: (lines, header) =>
      company.as('in.channel').submit<AnyDocument>(schemeApplication, story.content(lines, header)),
    async scheme(lines, header) {
      const { data, msg } = await story.apply(lines, header)
      if (!data) throw new Error(`the application was refused: ${msg}`)
      await story.agree(schemeApplication, data.formInstanceId)
      return data
    },
    hand: (definition, account, schemeNo, content) =>
      company.as(account).submit<AnyDocument>(definition, {
        schemeNo,
        idcCode: 'IN',
        areaId: budget.area,
        currency: budget.currency,
        reason: 'As agreed',
        // The person who raises the schemes of stories.
        ...('ownerAccount' in definition.fields ? { ownerAccount: 'in.channel' } : {}),
        ...content,
      }),
    async decide(definition, formInstanceId, verb, more) {
      return (await company.decideNext(definition, formInstanceId, verb, more)).result
    },
    async toReduce(definition, formInstanceId) {
      const reducers = await server.query<{ account: string }>(
        `select u.account from app_user u where exists (select from user_role g join role_right r on r.role_code = g.role_code
           where g.user_id = u.id and r.right_code = $1)`,
        [definition.partialApproval?.right],
      )
      for (;;) {
        const task = await openTask(company.query, formInstanceId)
        if (!task) throw new Error(`nobody who may agree to less is asked about ${formInstanceId}`)
        if (reducers.some(({ account }) => account === task.account)) return task.account
        await story.decide(definition, formInstanceId, 'approve')
      }
    },
    async agree(definition, formInstanceId) {
      const { last } = await company.agreeAll(definition, formInstanceId)
      if (last.status !== 200) throw new Error(`${formInstanceId} was not agreed to: ${last.msg}`)
      return last
    },
    withdraw: (definition, account, acted) => company.as(account).act<AnyDocument>(definition, 'withdraw', acted),
    parts: async (schemeNo) =>
      (await server.call<readonly StoryFundingLine[]>('in.channel', '/aps/scheme/parts', { schemeNo })).data,
    async buckets() {
      const [row] = await server.query<Readonly<Record<'avl' | 'occ' | 'cmt' | 'acr' | 'exe', string>>>(
        'select avl, occ, cmt, acr, exe from budget_account a join budget_line l on l.id = a.id where l.code = $1',
        [budget.code],
      )
      return row!
    },
    async evidence(account) {
      const name = `notice-${randomUUID()}.png`
      const bytes = writePng(2, 2, () => [1, 2, randomInt(255)])
      const { data, msg } = await server.upload<{ key: string }>(account, '/aps/attachment/file/upload', {
        name,
        bytes,
      })
      if (!data) throw new Error(`${name} was not taken: ${msg}`)
      return data
    },
    async inDollars(amount) {
      const [row] = await server.query<{ local: string }>(
        `select round($3::numeric * l.units / u.units, 2)::text as local from year_rate l join year_rate u on u.year = l.year and u.version = l.version
         where l.year = $1 and l.currency = $2 and u.currency = 'USD' and l.version = (select max(version) from year_rate_version where year = $1)`,
        [budget.year, budget.currency, amount],
      )
      return row!.local
    },
    async state(schemeNo) {
      const [row] = await server.query<{ state: string }>('select state from scheme where no = $1', [schemeNo])
      return row?.state ?? 'none'
    },
  }
  return story
}

/** The customer of the stories is billed in Bangladesh, of which no rate is delivered: two people set one. */
export async function taxAtFifteen(server: DemoServer): Promise<void> {
  const [key, path] = ['scheme.taxRates', '/aps/setting/parameter']
  const draft = { key, draftVersion: 0, content: { value: ['BD-15', 'IN-18'] }, note: 'As finance asked' }
  expect((await server.call('hq.it', `${path}/draft/save`, draft)).status).toBe(200)
  expect((await server.call('hq.it2', `${path}/publish`, { key, draftVersion: 1 })).status).toBe(200)
  await vi.waitUntil(() => taxRatesOf('BD').length === 1)
}

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
