import { encumbrancesFoundBy, readEncumbrances } from '#areas/budget/budget.facade.ts'
import { volumesFoundBy } from '#areas/device/device.facade.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { amount, zero } from '#kernel/base/money/money.ts'
import type { Counted } from '../application/calculation.rules.ts'
import { monthDays, type RunMonth } from './withhold-run.ts'
import { type AccrualProposal, proposalOf, type RunCounts, type RunFacts } from './withhold-run.rules.ts'
import { schemesSeen, schemesNamed } from '../shared/scheme.facts.ts'
import { RETURNED } from '../execution/scheme-claims.server.ts'
import { customersOf } from '../beneficiary/scheme-beneficiary.facts.ts'

// Facts of a month's proposal for any number of schemes: one statement for each kind of fact, never one per scheme.

/** Running schemes of an area ($1), one ($2) or all of them. */
const running = prepared<{ readonly no: string }>(
  'scheme.run-schemes',
  `select no from scheme where area_id = $1 and state in ('effective', 'partialExecution') and ($2::text is null or no = $2) order by id`,
)

/** The money of schemes ($1) as of each one's posting day in a month ($2 to $3). */
const encumbrancesOfRun = encumbrancesFoundBy(
  'scheme.run-encumbrances',
  `select f.document_id, f.round, f.encumbrance_line as line_no, case when s.ends_on >= $2::date and s.ends_on < $3::date then s.ends_on else $3::date end as day,
     null::bigint as asking
   from scheme s join scheme_funding f on f.scheme_id = s.id where s.no = any ($1::text[])`,
  'line',
)

const instant = (day: string) => `(${day}::timestamp - substr(o.timezone, 4)::interval) at time zone 'UTC'`

/**
 * For lines of schemes ($1) by customer: counts in a month ($2 to $3), and from the scheme's first day to its last. The
 * kind includes scheme and customer.
 */
const countsOfRun = volumesFoundBy(
  'scheme-withhold-run',
  `select l.line_no as part, concat_ws(' ', s.no, k.kind, m.code) as kind, l.basis, m.code as customer_code, l.store_code, u.code as sku_code, s.currency, s.id as document_id,
     ${instant('k.first')} as from_at, ${instant('(k.last + 1)')} as to_at
   from scheme s join scheme_line l on l.scheme_id = s.id and l.basis <> 'fixed' join area a on a.id = s.area_id
   join organisation o on o.id = a.organisation_id ${customersOf('l.customer_code', 'l.channel_code', `x.state = 'enabled'`)}
   cross join lateral (select least($3::date, s.end_date) as last) e
   cross join lateral (values ('month', greatest($2::date, s.start_date), e.last), ('whole', s.start_date, e.last)) k (kind, first, last)
   left join lateral (select code from sku where code = l.sku_code or (l.sku_code is null and spu_code = l.spu_code)) u on true
   where s.no = any ($1::text[])`,
)

const accrualsOfRun = prepared<RunFacts['accruals'][number] & { readonly schemeNo: string }>(
  'scheme.run-accruals',
  `select s.no as "schemeNo", a.funding_no as "fundingNo", w.no, w.state = 'approved' as "isApproved" from scheme s join scheme_accrual a on a.scheme_id = s.id and a.year = $2 and a.month = $3
   join scheme_withhold w on w.id = a.document_id where s.no = any ($1::text[])`,
)

/** Months ($2, $3) of the schemes' ($1) areas that are no longer open. */
const periodsOfRun = prepared<{ readonly areaId: number; readonly period: RunFacts['period'] }>(
  'scheme.run-periods',
  `select p.area_id as "areaId", p.state as period from budget_period p where p.year = $2 and p.month = $3
     and p.area_id in (select area_id from scheme where no = any ($1::text[]))`,
)

const pendingOfRun = prepared<{ readonly schemeNo: string; readonly no: string }>(
  'scheme.run-pending',
  `select distinct on (scheme_no) scheme_no as "schemeNo", no from scheme_withhold
   where scheme_no = any ($1::text[]) and state = 'underApproval' order by scheme_no, id desc`,
)

/** Drafts of a run, of which only the JSON exists. */
const draftsOfRun = prepared<{ readonly schemeNo: string; readonly no: string; readonly fundingNo: number }>(
  'scheme.run-drafts',
  `select draft ->> 'schemeNo' as "schemeNo", no, (l.line ->> 'fundingNo')::int as "fundingNo"
   from scheme_withhold cross join lateral jsonb_array_elements(draft -> 'lines') l (line)
   where state = 'draft' and draft ->> 'source' = 'monthEnd' and draft ->> 'schemeNo' = any ($1::text[])
     and draft ->> 'year' = $2::text and draft ->> 'month' = $3::text and (l.line ->> 'fundingNo') ~ '^[0-9]{1,9}$'`,
)

/** Recoveries of a closed year went to headquarters, and the executed amount stays. */
const forfeitedOfRun = prepared<{ readonly schemeNo: string; readonly fundingNo: number; readonly amount: string }>(
  'scheme.run-forfeited',
  `select h.scheme_no as "schemeNo", l.funding_no as "fundingNo", sum(l.amount)::text as amount
   from scheme_clawback h join scheme_clawback_line l on l.document_id = h.id and l.round = h.round
   where h.scheme_no = any ($1::text[]) and h.state = 'approved' and l.recovery_reason in ('diversion', 'falseClaim')
     and not exists (select from scheme s join scheme_funding f on f.scheme_id = s.id and f.funding_no = l.funding_no
       join budget_encumbrance_move m on (m.document_id, m.round, m.line_no) = (f.document_id, f.round, f.encumbrance_line)
       where s.no = h.scheme_no and m.by_document_id = h.id and m.to_stage = 'headquarters') group by 1, 2`,
)

/** Settlements of channel lines for customers who have left the channel: no longer owed, and paid. */
const leftOfRun = prepared<{ readonly schemeNo: string; readonly lineNo: number; readonly amount: string }>(
  'scheme.run-left',
  `select s.no as "schemeNo", l.line_no as "lineNo", sum(t.amount - coalesce(r.recovered, 0))::text as amount
   from scheme s join scheme_line l on l.scheme_id = s.id and l.channel_code is not null
   join scheme_settlement t on t.scheme_id = s.id and t.scheme_line = l.line_no join scheme_execute d on d.id = t.document_id
   left join lateral (${RETURNED}) r on true
   where s.no = any ($1::text[])
     and not exists (select from channel_customer x where x.code = t.customer_code and x.channel_code = l.channel_code and x.state = 'enabled')
   group by 1, 2`,
)

const NONE: Counted = { units: 0, amount: null }

function readCounts(
  rows: readonly {
    readonly part: number
    readonly kind: string
    readonly units: number
    readonly amount: string | null
  }[],
) {
  const found = new Map<string, Map<number, Map<string, RunCounts>>>()
  for (const { part, kind, units, amount: paid } of rows) {
    const [no = '', which, ...customer] = kind.split(' ')
    const ofScheme = found.get(no) ?? new Map<number, Map<string, RunCounts>>()
    found.set(no, ofScheme)
    const ofLine = ofScheme.get(part) ?? new Map<string, RunCounts>()
    ofScheme.set(part, ofLine)
    const code = customer.join(' ')
    const before = ofLine.get(code) ?? { month: NONE, whole: NONE }
    const counted = { units, amount: paid === null ? (units === 0 ? zero : null) : amount(paid) }
    ofLine.set(code, which === 'month' ? { ...before, month: counted } : { ...before, whole: counted })
  }
  return found
}

type Reader = Pick<Principal, 'scope' | 'limits'>

export interface ProposedScheme {
  readonly proposal: AccrualProposal
  readonly facts: RunFacts
}

/** Numbers of the running schemes of an area; the reader's access is checked with their proposals. */
export async function runningSchemes(tx: Tx, areaId: number, schemeNo: string | null): Promise<readonly string[]> {
  return (await tx.rows(running(areaId, schemeNo))).map(({ no }) => no)
}

/** A month's proposed accruals of schemes, by number: those that the person sees, oldest first. */
export async function proposalsOf(
  tx: Tx,
  reader: Reader,
  numbers: readonly string[],
  month: RunMonth,
): Promise<readonly ProposedScheme[]> {
  if (numbers.length === 0) return []
  const { first, last } = monthDays(month)
  const { year, month: of } = month
  const [schemes, money, counted, accrued, periods, pending, drafted, forfeited, left] = await Promise.all([
    tx.rows(schemesNamed(numbers)),
    tx.rows(encumbrancesOfRun(numbers, first, last)),
    tx.rows(countsOfRun(numbers, first, last)),
    tx.rows(accrualsOfRun(numbers, year, of)),
    tx.rows(periodsOfRun(numbers, year, of)),
    tx.rows(pendingOfRun(numbers)),
    tx.rows(draftsOfRun(numbers, String(year), String(of))),
    tx.rows(forfeitedOfRun(numbers)),
    tx.rows(leftOfRun(numbers)),
  ])
  const byDocument = Map.groupBy(readEncumbrances(money), ({ documentId }) => documentId)
  const counts = readCounts(counted)
  const accruals = Map.groupBy(accrued, ({ schemeNo }) => schemeNo)
  const inApproval = new Map(pending.map(({ schemeNo, no }) => [schemeNo, no]))
  const drafts = Map.groupBy(drafted, ({ schemeNo }) => schemeNo)
  const gone = Map.groupBy(left, ({ schemeNo }) => schemeNo)
  const lost = Map.groupBy(forfeited, ({ schemeNo }) => schemeNo)
  return schemesSeen(schemes, reader)
    .toSorted((a, b) => Number(a.id) - Number(b.id))
    .map((scheme) => {
      const documents = new Set(scheme.fundings.map(({ documentId }) => documentId))
      const facts: RunFacts = {
        scheme,
        encumbrances: [...documents].flatMap((id) => byDocument.get(id) ?? []),
        accruals: accruals.get(scheme.no) ?? [],
        period: periods.find(({ areaId }) => areaId === scheme.areaId)?.period ?? 'open',
        counts: counts.get(scheme.no) ?? new Map(),
        pending: inApproval.get(scheme.no) ?? null,
        drafts: new Map((drafts.get(scheme.no) ?? []).map(({ fundingNo, no }) => [fundingNo, no])),
        left: new Map((gone.get(scheme.no) ?? []).map((each) => [each.lineNo, amount(each.amount)])),
        forfeited: new Map((lost.get(scheme.no) ?? []).map((each) => [each.fundingNo, amount(each.amount)])),
      }
      return { proposal: proposalOf(facts, month), facts }
    })
}
