import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { POSTINGS_JOINS, postingsSelect, type SchemePostingRow } from './scheme-life.queries.ts'
import type { SchemeFigure, FigureFilter, Money } from './scheme-wire.ts'

// What the figures of a scheme's page add up from: each is the sum of what movements add to it.

export interface MonthRow {
  /** `2026-11` */
  readonly month: string
  readonly accrued: string
  readonly executed: string
  readonly released: string
}

/** What a movement `m` adds to a stage that it enters or leaves. */
const added = (stage: string, leaves = '') =>
  `case when m.to_stage = '${stage}' then m.document_amount when m.from_stage = '${stage}' ${leaves} then -m.document_amount else 0 end`

/** What a movement `m` adds to each figure of a scheme: the balances of its page are the sums of these. */
const EFFECTS: Readonly<Record<keyof Money, string>> = {
  approved: `case when m.from_stage = 'occ' and m.to_stage <> 'avl' or m.from_stage = 'carried' then m.document_amount
    when m.to_stage = 'carried' then -m.document_amount else 0 end`,
  committed: added('cmt'),
  accrued: added('acr'),
  // What headquarters recover stays executed.
  executed: added('exe', `and m.to_stage <> 'headquarters'`),
  released: `case when m.from_stage = 'occ' then 0 else ${added('avl')} end`,
}

/** The same by month: an accrual counts in its own month, and being executed later takes nothing from it. */
const MONTH_EFFECTS = {
  accrued: added('acr', `and m.to_stage <> 'exe'`),
  executed: added('exe'),
  released: added('avl'),
} as const

/** The days of a scheme's documents: values $1 and $2 are its id and its number. */
function daysSql(definitions: readonly AnyDocument[]): string {
  const dated = definitions
    .filter(({ fields }) => fields['postingDate'])
    .map(({ table }) => `select id, posting_date from ${table} where scheme_no = $2`)
  return [...dated, 'select null::bigint, null::date where false'].join(' union all ')
}

/** The month of a movement `m`: by the posting day `d` of the document, or its decision day without one. */
const MONTH = `to_char(coalesce(d.posting_date, ((j.at at time zone 'UTC') + substr(o.timezone, 4)::interval)::date), 'YYYY-MM')`

/** The movements `m` of a scheme that was approved, with what their month is read from. */
const MOVES = `from scheme s join organisation o on o.id = s.scope_id join scheme_funding f on f.scheme_id = s.id
      join budget_encumbrance_move m on m.document_id = f.document_id and m.round = f.round and m.line_no = f.encumbrance_line
      left join days d on d.id = m.by_document_id
      left join lateral (select g.at from ledger_journal g where d.posting_date is null and g.document_id = m.by_document_id
        and g.round = m.by_round and g.action = m.by_action and g.sequence = 0) j on true
      where f.scheme_id = $1`

/** Accrued, executed and released amounts by month, net. */
export function monthsOf(definitions: readonly AnyDocument[], schemeId: string, schemeNo: string): Statement<MonthRow> {
  return {
    // Planned each time: a cached plan would underestimate a scheme of thousands of documents and compare all with each other.
    text: `with days as (${daysSql(definitions)})
      select ${MONTH} as month, sum(${MONTH_EFFECTS.accrued})::numeric(20,2)::text as accrued, sum(${MONTH_EFFECTS.executed})::numeric(20,2)::text as executed,
        sum(${MONTH_EFFECTS.released})::numeric(20,2)::text as released
      ${MOVES} and m.from_stage <> 'occ' group by 1 order by 1`,
    values: [schemeId, schemeNo],
  }
}

type MovementFilter = FigureFilter & { readonly figure?: keyof Money }

interface FigureQuestion<Filter = MovementFilter> {
  readonly definitions: readonly AnyDocument[]
  readonly schemeId: string
  readonly schemeNo: string
  readonly filter: Filter
}

type Sums = Partial<Record<SchemeFigure, string>>

/** Movements, or what documents in approval hold: what a figure adds up from, and its sum. */
export function behindFigure(question: FigureQuestion<FigureFilter>, before: string | null, limit: number) {
  const { figure, ...others } = question.filter
  if (figure === 'locked') return { rows: lockPostings(question, before, limit), sums: lockSums(question) }
  const asked = { ...question, filter: { ...others, ...(figure ? { figure } : {}) } }
  return { rows: figurePostings(asked, before, limit), sums: figureSums(asked) }
}

/** What documents in approval hold of a scheme ($1), or of one of its parts ($2); a lock has no id of its own. */
const LOCKS = `(select row_number() over (order by w.by_document_id, w.by_round, w.by_line, f.funding_no, w.stage)::bigint as id, w.*, f.funding_no
  from scheme_funding f join budget_encumbrance_lock w on w.document_id = f.document_id and w.round = f.round and w.line_no = f.encumbrance_line
  where f.scheme_id = $1 and w.resolved_by is null and ($2::int is null or f.funding_no = $2)) v`

const lockRows = prepared<SchemePostingRow>(
  'scheme.lock-postings',
  `select v.id::text, i.started_at as at, i.document_type as "documentType", i.document_no as "documentNo", v.by_document_id::text as "documentId",
     v.by_round as round, 'submit' as action, v.funding_no as "fundingNo", v.stage as "fromStage", 'locked' as "toStage",
     v.document_amount::text as amount, v.document_amount::text as effect, u.name_zh as "actorZh", u.name_en as "actorEn"
   from ${LOCKS} join approval_instance i on i.document_id = v.by_document_id and i.round = v.by_round join app_user u on u.id = i.drafter_id
   where $3::bigint is null or v.id < $3 order by v.id desc limit $4`,
)

function lockPostings({ schemeId, filter }: FigureQuestion<FigureFilter>, before: string | null, limit: number) {
  return lockRows(schemeId, filter.fundingNo ?? null, before, limit)
}

const sumOfLocks = prepared<{ readonly total: number; readonly sums: Sums }>(
  'scheme.lock-sums',
  `select count(*)::int as total, json_build_object('locked', coalesce(sum(v.document_amount), 0)::numeric(20,2)::text) as sums from ${LOCKS}`,
)

function lockSums({ schemeId, filter }: FigureQuestion<FigureFilter>) {
  return sumOfLocks(schemeId, filter.fundingNo ?? null)
}

/** The figures that the filtered movements add up to. */
function effectsOf({ figure, month }: MovementFilter): Partial<Record<keyof Money, string>> {
  const effects: Partial<Record<keyof Money, string>> = month === undefined ? EFFECTS : MONTH_EFFECTS
  return figure === undefined ? effects : { [figure]: effects[figure] ?? '0' }
}

/** Value $1 is the scheme's id, $2 its number, $3 the part, $4 the month. */
function filteredSql({ definitions, schemeId, schemeNo, filter }: FigureQuestion) {
  const { figure, fundingNo = null, month = null } = filter
  const effects = effectsOf(filter)
  return {
    effects,
    effect: figure === undefined ? 'null::numeric' : (effects[figure] ?? '0'),
    days: `with days as (${daysSql(definitions)})`,
    from: `${MOVES} and ($3::int is null or f.funding_no = $3) and ($4::text is null or (m.from_stage <> 'occ' and ${MONTH} = $4))
      ${figure === undefined ? '' : `and ${effects[figure] ?? '0'} <> 0`}`,
    values: [schemeId, schemeNo, fundingNo, month],
  }
}

/** Movements that make up a figure, newest first, each with what it adds. */
function figurePostings(question: FigureQuestion, before: string | null, limit: number): Statement<SchemePostingRow> {
  const { days, effect, from, values } = filteredSql(question)
  return {
    text: `${days} ${postingsSelect('v.effect::text')} from (select m.*, f.funding_no, ${effect} as effect ${from}
        and ($5::bigint is null or m.id < $5) order by m.id desc limit $6) v ${POSTINGS_JOINS}`,
    values: [...values, before, limit],
  }
}

/** How many these are, and what they add up to. */
function figureSums(question: FigureQuestion): Statement<{ readonly total: number; readonly sums: Sums }> {
  const { days, effects, from, values } = filteredSql(question)
  const sums = Object.entries(effects).map(
    ([name, effect]) => `'${name}', coalesce(sum(${effect}), 0)::numeric(20,2)::text`,
  )
  return {
    text: `${days} select count(*)::int as total, json_build_object(${sums.join(', ')}) as sums ${from}`,
    values,
  }
}
