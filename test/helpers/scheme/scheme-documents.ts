import { createPool } from '#kernel/platform/db/pool.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { schemeAdjust } from '#areas/scheme/adjustment/scheme-adjust.doc.ts'
import { schemeApplication } from '#areas/scheme/application/scheme-application.doc.ts'
import { schemeAnnualCarryover } from '#areas/scheme/carryover/scheme-annual-carryover.doc.ts'
import { schemeClawback } from '#areas/scheme/clawback/scheme-clawback.doc.ts'
import { schemeExecute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { schemeReversal } from '#areas/scheme/reversal/scheme-reversal.doc.ts'
import { schemeTermination } from '#areas/scheme/termination/scheme-termination.doc.ts'
import { schemeWithhold } from '#areas/scheme/withhold/scheme-withhold.doc.ts'
import { schemeExpiryWork } from '#areas/scheme/life/scheme-expiry.work.ts'
import type { Answer, DemoServer } from '../servers/demo-server.ts'
import type { Acted } from '../company/actor.ts'
import type { SchemeStory } from './scheme-story.ts'

// Every follow-up document of a scheme, submitted as its page does, and the invariants of schemes after each.

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

type Query = <T>(text: string, values?: unknown[]) => Promise<T[]>

/** The amounts that a document adds to a scheme's approved amounts, by table. */
const APPROVED = `
  select s.id, sum(l.amount) as amount from scheme s join scheme_funding f on f.scheme_id = s.id and f.document_id = s.id
    join scheme_application_line l on l.document_id = s.id and l.round = f.round and l.line_no = f.encumbrance_line group by 1
  union all select s.id, l.amount from scheme s join scheme_adjust d on d.scheme_no = s.no and d.state = 'approved'
    join scheme_adjust_line l on l.document_id = d.id and l.round = d.round and l.kind in ('up', 'swap')
  union all select s.id, l.amount from scheme s join scheme_annual_carryover_line l on l.scheme_no = s.no and l.option = 'C2'
    join scheme_annual_carryover d on d.id = l.document_id and d.round = l.round and d.state = 'approved'`

/**
 * Each query returns the rows that break an invariant: 6 and 7 of domain.md section 3, from the documents and postings
 * and not from the books.
 */
const BROKEN: Readonly<Record<string, string>> = {
  // For schemes given by number: those of the demonstration belong to other tests.
  'executed, accrued, committed and released are what was approved': `
    with approved as (select id, sum(amount) as amount from (${APPROVED}) a group by 1), stands as (
      select f.scheme_id as id, sum(o.document_cmt + o.document_acr + o.document_exe + o.document_avl) as amount
      from scheme_funding f join budget_encumbrance o on (o.document_id, o.round, o.line_no) = (f.document_id, f.round, f.encumbrance_line) group by 1)
    select s.no, a.amount as approved, t.amount as stands from scheme s join approved a using (id) join stands t using (id)
    where s.no = any ($1) and a.amount <> t.amount`,
  'what parts of schemes have in a stage is what their documents posted to it': `
    with posted as (
      select f.scheme_id as id, f.funding_no, sum(case m.to_stage when 'cmt' then m.document_amount else 0 end - case m.from_stage when 'cmt' then m.document_amount else 0 end) as cmt,
        sum(case m.to_stage when 'acr' then m.document_amount else 0 end - case m.from_stage when 'acr' then m.document_amount else 0 end) as acr,
        sum(case m.to_stage when 'exe' then m.document_amount else 0 end - case when m.from_stage = 'exe' and m.to_stage <> 'headquarters' then m.document_amount else 0 end) as exe
      from scheme_funding f join budget_encumbrance_move m on (m.document_id, m.round, m.line_no) = (f.document_id, f.round, f.encumbrance_line) group by 1, 2)
    select s.no, f.funding_no from scheme s join scheme_funding f on f.scheme_id = s.id
    join budget_encumbrance o on (o.document_id, o.round, o.line_no) = (f.document_id, f.round, f.encumbrance_line)
    left join posted p on p.id = s.id and p.funding_no = f.funding_no
    where s.no = any ($1) and (coalesce(p.cmt, 0), coalesce(p.acr, 0), coalesce(p.exe, 0)) <> (o.document_cmt, o.document_acr, o.document_exe)`,
  'what was settled, less what was taken back, and what was borne beside it is what is executed': `
    with settled as (select t.scheme_id as id, sum(t.amount) as amount from scheme_settlement t group by 1),
      borne as (
        select b.id, sum(b.amount) as amount from (
          select s.id, case l.direction when 'decrease' then l.amount else -l.amount end as amount from scheme s
            join scheme_receivables_adjustment d on d.scheme_no = s.no and d.state = 'approved' and d.cost_bearing = 'yes'
            join scheme_receivables_adjustment_line l on l.document_id = d.id and l.round = d.round and l.funding_no is not null
          union all select s.id, l.tax_amount - l.net_effect from scheme s
            join scheme_adjust_invoice d on d.scheme_no = s.no and d.state = 'approved' and d.cost_bearing = 'yes'
            join scheme_adjust_invoice_line l on l.document_id = d.id and l.round = d.round and l.funding_no is not null) b group by 1),
      back as (select s.id, sum(l.amount) as amount from scheme s join scheme_clawback d on d.scheme_no = s.no and d.state = 'approved'
        join scheme_clawback_line l on l.document_id = d.id and l.round = d.round group by 1),
      stands as (select f.scheme_id as id, sum(o.document_exe - o.document_recovered) as exe from scheme_funding f
        join budget_encumbrance o on (o.document_id, o.round, o.line_no) = (f.document_id, f.round, f.encumbrance_line) group by 1)
    select s.no, t.exe, n.amount from scheme s join stands t using (id) left join settled n using (id) left join back b using (id)
      left join borne o using (id)
    where s.no = any ($1) and t.exe <> coalesce(n.amount, 0) - coalesce(b.amount, 0) + coalesce(o.amount, 0)`,
  'what an execution settled is what its customer got: a rebate, a credit memo or a payment': `
    with got as (
      select source_id as id, sum(credited) as amount from rebate_batch group by 1
      union all select source_id, sum(original) from receivable_item where kind = 'creditMemo' and source_type = 'schemeExecute' group by 1
      union all select p.document_id, coalesce(d.approved_total, p.amount) from scheme_payment p
        join scheme_execute d on d.id = p.document_id and d.round = p.round)
    select d.no, sum(t.amount) as settled from scheme_execute d join scheme_settlement t on t.document_id = d.id
    where d.scheme_no = any ($1) and d.state = 'approved' group by d.id, d.no
    having sum(t.amount) <> coalesce((select sum(g.amount) from got g where g.id = d.id), 0)`,
  'what was taken back was taken from a rebate, or is owed, unless it ended unspent': `
    select d.no, d.total_amount from scheme_clawback d where d.scheme_no = any ($1) and d.state = 'approved' and d.total_amount <>
      coalesce((select sum(m.amount) from rebate_batch_move m where m.by_document_id = d.id and m.to_stage = 'consumed'), 0)
      + coalesce((select sum(i.original) from receivable_item i where i.source_id = d.id and i.kind = 'debitNote'), 0)
      and not exists (select from scheme_clawback_line l join scheme_execute e on e.no = split_part(l.settled_line, '/', 1)
        join rebate_batch b on b.source_id = e.id and b.expired > 0 where l.document_id = d.id and l.round = d.round)`,
  'nothing is locked for whoever is at rest': `
    select k.by_document_id from budget_encumbrance_lock k join approval_instance i on i.document_id = k.by_document_id and i.round = k.by_round
    where k.resolved_by is null and i.state <> 'running' and $1::text[] is not null`,
  'a unit is held by who is in approval, and paid by who was approved': `
    select d.no, k.state, d.state from device_claim k join scheme_execute d on d.id = k.document_id
    where d.scheme_no = any ($1) and k.state in ('held', 'paid') and (k.round <> d.round or k.state <> case d.state when 'underApproval' then 'held' when 'approved' then 'paid' else '' end)`,
}

/** The broken invariants of these schemes: none. */
export async function brokenSchemes(query: Query, ...numbers: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(BROKEN).map(async ([name, text]) => {
      const rows = await query<object>(text, [numbers])
      return rows.length > 0 ? [`${name}: ${JSON.stringify(rows.slice(0, 3))}`] : []
    }),
  )
  return found.flat()
}
