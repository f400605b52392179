import { randomInt, randomUUID } from 'node:crypto'
import { productNow } from '#kernel/base/clock/clock.ts'
import { writePng } from '#kernel/platform/files/write-png.ts'
import type { Answer, DemoServer } from '../servers/demo-server.ts'

// Schemes of the demonstration company's India, from an application to whatever follows it: by the calls that the pages make.

export interface Acted {
  readonly id: string
  readonly no: string
  readonly state: string
  readonly version: number
  readonly formInstanceId: string
}

export interface StoryFundingLine {
  readonly fundingNo: number
  readonly committed: string
  readonly accrued: string
  readonly executed: string
  readonly freeCommitted: string
  readonly freeAccrued: string
}

interface BudgetRow {
  readonly code: string
  readonly area: number
  readonly currency: string
  readonly class: 'phone' | 'iot'
  readonly year: number
  readonly month: number
  readonly avl: string
}

/** An application's line, as far as a test sets it. */
export type SchemeLine = Readonly<Record<string, unknown>> & { readonly amount: string }

export interface SchemeStory {
  readonly budget: BudgetRow
  readonly customer: string
  readonly sku: string
  /** The submitted content: a sell-in rebate of a month of the budget, unless the test says otherwise. */
  content(lines: readonly SchemeLine[], header?: object): object
  apply(lines: readonly SchemeLine[], header?: object): Promise<Answer<Acted>>
  /** An application that everybody agreed to. */
  scheme(lines: readonly SchemeLine[], header?: object): Promise<Acted>
  /** Submits a follow-up document of a scheme. */
  hand(route: string, account: string, schemeNo: string, content: object): Promise<Answer<Acted>>
  /** Approves every step as its assignee; returns the last answer. */
  agree(route: string, formInstanceId: string): Promise<Answer<Acted>>
  /** One decision by the current assignee. */
  decide(
    route: string,
    formInstanceId: string,
    verb: 'approve' | 'reject' | 'return',
    more?: object,
  ): Promise<Answer<Acted>>
  /** Approves until an approver is asked who may reduce the amount; returns that person's account. */
  toReduce(route: 'application' | 'execute', formInstanceId: string): Promise<string>
  withdraw(route: string, account: string, acted: Acted): Promise<Answer<Acted>>
  parts(schemeNo: string): Promise<readonly StoryFundingLine[]>
  buckets(): Promise<Readonly<Record<'avl' | 'occ' | 'cmt' | 'acr' | 'exe', string>>>
  state(schemeNo: string): Promise<string>
  /** An attachment of a document, uploaded by its drafter. */
  evidence(account: string): Promise<{ readonly key: string }>
  /** So many US dollars in the currency of the budget, at the rate of its year. */
  inDollars(amount: string): Promise<string>
  /** Another budget that one application may use beside the first. */
  otherBudget(): Promise<string>
  /** A day of the budget's month. */
  day(of: number): string
}

/** Lines `o` that one application may use beside `l`, and of which nothing was spent. */
const SIBLINGS = `budget_line o join budget_account s on s.id = o.id where o.area_id = l.area_id and o.year = l.year and o.month = l.month and o.id <> l.id
    and o.project_pool_code = l.project_pool_code and o.budget_dept_code = l.budget_dept_code and o.product_class = l.product_class
    and o.state = 'open' and s.mode = 'absolute' and s.avl >= 10000 and s.occ + s.cmt + s.acr + s.exe = 0
    and o.valid_from is null and o.valid_to is null`

const BUDGET = `select l.code, l.area_id as area, l.currency, l.product_class as class, l.year, l.month, a.avl
  from budget_line l join budget_account a on a.id = l.id join area r on r.id = l.area_id
  left join budget_period m on m.area_id = l.area_id and m.year = l.year and m.month = l.month
  join budget_pool p on p.area_id = l.area_id and p.project_pool_code = l.project_pool_code and p.year = l.year and p.currency = l.currency
  where p.valid_from is null and p.valid_to is null and l.valid_from is null and l.valid_to is null and r.idc_code = 'IN' and l.state = 'open' and l.level = 'country' and a.mode = 'absolute' and l.product_class = 'phone'
    and coalesce(m.state, 'open') = 'open' and a.avl >= $1 and a.occ + a.cmt + a.acr + a.exe = 0
    and exists (select from ${SIBLINGS})
  order by (l.year * 12 + l.month - $2) * (l.year * 12 + l.month - $2), l.id limit 1`

/**
 * A story of its own on a database of the demonstration: the open Indian budget nearest to today that has so much, and that is good for
 * schemes of any length: which budgets the demonstration limits to their year depends on its day.
 */
export async function schemeStory(server: DemoServer, least = 100_000): Promise<SchemeStory> {
  const now = productNow()
  const [budget] = await server.query<BudgetRow>(BUDGET, [least, now.getUTCFullYear() * 12 + now.getUTCMonth() + 1])
  if (!budget) throw new Error('no budget of India has so much')
  const [customer] = await server.query<{ code: string }>(
    `select c.code from customer c join country y on y.code = c.country_code where y.area_id = $1 and c.kind = 'distributor' and c.state = 'enabled' order by c.code limit 1`,
    [budget.area],
  )
  const [sku] = await server.query<{ code: string }>(
    `select s.code from sku s join spu p on p.code = s.spu_code join product_category c on c.code = p.category_code
     where s.enabled and p.enabled and c.class = 'phone' order by s.code limit 1`,
  )
  const day = (of: number) => new Date(Date.UTC(budget.year, budget.month - 1, of)).toISOString().slice(0, 10)
  const lineOf = (line: SchemeLine) => ({
    customerCode: customer!.code,
    skuCode: sku!.code,
    basis: 'sellIn',
    ratePercent: '2.5',
    budgetCode: budget.code,
    ...line,
  })
  const story: SchemeStory = {
    budget,
    customer: customer!.code,
    sku: sku!.code,
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
      server.call<Acted>('in.channel', '/aps/scheme/application/submit', story.content(lines, header)),
    async scheme(lines, header) {
      const { data, msg } = await story.apply(lines, header)
      if (!data) throw new Error(`the application was refused: ${msg}`)
      await story.agree('application', data.formInstanceId)
      return data
    },
    hand: (route, account, schemeNo, content) =>
      server.call<Acted>(account, `/aps/scheme/${route}/submit`, {
        schemeNo,
        idcCode: 'IN',
        areaId: budget.area,
        currency: budget.currency,
        reason: 'As agreed',
        // The drafter of the tests' schemes.
        ...(route === 'withhold' ? { ownerAccount: 'in.channel' } : {}),
        ...content,
      }),
    async decide(route, formInstanceId, verb, more = {}) {
      const [documentId] = formInstanceId.split('-')
      const [task] = await server.query<{ id: string; account: string; hash: string }>(
        `select t.id, u.account, i.content_hash as hash from approval_task t join app_user u on u.id = t.user_id
         join approval_instance i using (document_id, round) where t.document_id = $1 and t.state = 'open' order by t.id limit 1`,
        [documentId],
      )
      if (!task) throw new Error(`nobody is asked to decide on ${formInstanceId}`)
      const path = verb === 'return' ? '/aps/bpm/task/return' : `/aps/scheme/${route}/${verb}`
      return server.call<Acted>(task.account, path, {
        formInstanceId,
        taskId: task.id,
        contentHash: task.hash,
        opinion: 'Read and weighed',
        ...more,
      })
    },
    async toReduce(route, formInstanceId) {
      for (let step = 0; step < 12; step += 1) {
        const [row] = await server.query<{ account: string; may: boolean }>(
          `select u.account, exists (select from user_role g join role_right r on r.role_code = g.role_code
             where g.user_id = u.id and r.right_code = $2) as may
           from approval_task t join app_user u on u.id = t.user_id where t.document_id = $1 and t.state = 'open' order by t.id limit 1`,
          [formInstanceId.split('-')[0], `scheme.${route}.reduce`],
        )
        if (!row) break
        if (row.may) return row.account
        await story.decide(route, formInstanceId, 'approve')
      }
      throw new Error(`nobody who may agree to less is asked about ${formInstanceId}`)
    },
    async agree(route, formInstanceId) {
      for (let step = 0; step < 12; step += 1) {
        const answer = await story.decide(route, formInstanceId, 'approve')
        if (answer.status !== 200) throw new Error(`${formInstanceId} was not agreed to: ${answer.msg}`)
        if (answer.data.state !== 'underApproval') return answer
      }
      throw new Error(`the approval of ${formInstanceId} does not end`)
    },
    withdraw: (route, account, { formInstanceId, version }) =>
      server.call<Acted>(account, `/aps/scheme/${route}/withdraw`, { formInstanceId, version }),
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
         where l.year = $1 and l.currency = $2 and u.currency = 'USD' order by l.version desc limit 1`,
        [budget.year, budget.currency, amount],
      )
      return row!.local
    },
    async otherBudget() {
      const [row] = await server.query<{ code: string }>(
        `select o.code from budget_line l, lateral (select o.id, o.code from ${SIBLINGS}) o where l.code = $1 order by o.id limit 1`,
        [budget.code],
      )
      return row!.code
    },
    async state(schemeNo) {
      const [row] = await server.query<{ state: string }>('select state from scheme where no = $1', [schemeNo])
      return row?.state ?? 'none'
    },
  }
  return story
}
