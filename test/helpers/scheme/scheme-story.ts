import { randomInt, randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { writePng } from '#kernel/platform/files/write-png.ts'
import { schemeApplication } from '#areas/scheme/application/scheme-application.doc.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { taxRatesOf } from '#areas/scheme/decision/scheme-parameters.server.ts'
import { type Acted, type ContentOf, openTask } from '../company/actor.ts'
import { type BudgetFixture, CUSTOMER, grantedBudgets, PHONE } from '../company/fixtures.ts'
import { companyOn, type TestCompany } from '../company/test-company.ts'
import type { Answer, DemoServer } from '../servers/demo-server.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { schemeAdjust } from '#areas/scheme/adjustment/scheme-adjust.doc.ts'
import { schemeAnnualCarryover } from '#areas/scheme/carryover/scheme-annual-carryover.doc.ts'
import { schemeClawback } from '#areas/scheme/clawback/scheme-clawback.doc.ts'
import { schemeExecute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { schemeReversal } from '#areas/scheme/reversal/scheme-reversal.doc.ts'
import { schemeTermination } from '#areas/scheme/termination/scheme-termination.doc.ts'
import { schemeWithhold } from '#areas/scheme/withhold/scheme-withhold.doc.ts'
import { schemeExpiryWork } from '#areas/scheme/life/scheme-expiry.work.ts'

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

// Every follow-up document of a scheme, submitted as its page does.

/** Types of documents by the word of their calls. */
export type Child =
  | 'withhold'
  | 'reversal'
  | 'execute'
  | 'terminal'
  | 'adjust'
  | 'annualCarryover'
  | 'negativeRedemption'

export const DOCUMENTS: Readonly<Record<Child | 'application', AnyDocument>> = {
  application: schemeApplication,
  withhold: schemeWithhold,
  reversal: schemeReversal,
  execute: schemeExecute,
  terminal: schemeTermination,
  adjust: schemeAdjust,
  annualCarryover: schemeAnnualCarryover,
  negativeRedemption: schemeClawback,
}

/** The drafter of each type. */
export const DRAFTERS: Readonly<Record<Child | 'application', string>> = {
  application: 'in.channel',
  withhold: 'in.finance',
  reversal: 'in.finance',
  execute: 'in.channel',
  terminal: 'in.channel',
  adjust: 'in.channel',
  annualCarryover: 'in.finance',
  negativeRedemption: 'in.channel',
}

export interface SchemeDocuments {
  /** Submits a follow-up document of a scheme with the values that its page fills in by itself. */
  hand(child: Child, schemeNo: string, content: object, language?: 'zh' | 'en'): Promise<Answer<Acted>>
  /** The same, approved by everybody. */
  done(child: Child, schemeNo: string, content: object): Promise<Acted>
  /** All months of the year of the story's budget. */
  books(state: 'open' | 'closing' | 'closed'): Promise<void>
  /** Runs the expiry of schemes as of noon (UTC) of a day; it expires every scheme of the database that is over then. */
  expire(day: string): Promise<void>
}

export function schemeDocuments(server: DemoServer, story: SchemeStory, databaseUrl: string): SchemeDocuments {
  const { budget } = story
  const of = {
    idcCode: 'IN',
    areaId: budget.area,
    currency: budget.currency,
    reason: 'As agreed',
  }
  const month = { year: budget.year, month: budget.month, postingDate: story.day(28) }
  const STARTS: Readonly<Record<Child, () => object>> = {
    withhold: () => ({ kind: 'regular', ownerAccount: 'in.channel', ...month }),
    reversal: () => ({ scope: 'part', mode: 'reopen', postingDate: story.day(28) }),
    execute: () => ({ customerCode: story.customer, payoutType: 'standard', postingDate: story.day(28) }),
    terminal: () => ({
      terminationDate: story.day(28),
      postingDate: story.day(28),
      disposition: 'releaseAll',
      lines: [],
    }),
    adjust: () => ({ lines: [] }),
    annualCarryover: () => ({ kind: 'carry', fromYear: budget.year, cutOffDate: `${budget.year}-12-31` }),
    negativeRedemption: () => ({
      customerCode: story.customer,
      recovery: 'rebate',
      postingDate: story.day(28),
    }),
  }
  /** The files of a refused document are used for the next: the number of unused files of a person is limited. */
  const spare = new Map<Child, string>()
  /** Messages to customers, or from them, are attached to these two. */
  const proof = async (child: Child, content: object) => {
    if ('files' in content || (child !== 'terminal' && child !== 'negativeRedemption')) return {}
    const file = spare.get(child) ?? (await story.evidence(DRAFTERS[child])).key
    spare.set(child, file)
    return { files: [file] }
  }
  const its: SchemeDocuments = {
    async hand(child, schemeNo, content, language = 'en') {
      const named = child === 'annualCarryover' ? {} : { schemeNo }
      const body = { ...of, ...named, ...STARTS[child](), ...content, ...(await proof(child, content)) }
      const answer = await server.call<Acted>(DRAFTERS[child], `/aps/scheme/${child}/submit`, body, language)
      if (answer.status === 200) spare.delete(child)
      return answer
    },
    async done(child, schemeNo, content) {
      const { data, msg } = await its.hand(child, schemeNo, content)
      if (!data) throw new Error(`${child} was refused: ${msg}`)
      await story.agree(DOCUMENTS[child], data.formInstanceId)
      return data
    },
    async books(state) {
      const { area, year } = budget
      await server.query('delete from budget_period where area_id = $1 and year = $2', [area, year])
      if (state === 'open') return
      await server.query(
        `insert into budget_period (scope_id, area_id, year, month, state, updated_at, updated_by)
         select a.organisation_id, a.id, $2, m, $3, product_now(), 1 from area a, generate_series(1, 12) m where a.id = $1`,
        [area, year, state],
      )
    },
    async expire(day) {
      const pool = createPool({ databaseUrl, max: 2, name: 'expiry' })
      const at = new Date(`${day}T12:00:00Z`)
      await schemeExpiryWork
        .run(
          workServices(pool, () => at),
          new AbortController().signal,
        )
        .finally(() => pool.end())
    },
  }
  return its
}
