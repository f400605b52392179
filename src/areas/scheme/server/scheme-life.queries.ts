import { createHash } from 'node:crypto'
import { prepared, type Statement } from '#kernel/db/statement.ts'
import type { AnyDocument } from '#kernel/document/server-document.ts'

// What the page of a scheme says of its life. Money is read where it stands (budget_occupation and its moves); amounts are in the
// currency of the scheme.

/** One part of a scheme with what became of its money. */
export interface MoneyRow {
  readonly fundingNo: number
  readonly approved: string
  readonly committed: string
  readonly accrued: string
  readonly executed: string
  readonly released: string
  readonly locked: string
}

const MONEY = `o.document_amount - o.document_occ as approved, o.document_cmt as committed, o.document_acr as accrued, o.document_exe as executed,
  o.document_avl as released`

const moneyOfParts = prepared<MoneyRow>(
  'scheme.money-of-parts',
  `select f.funding_no as "fundingNo", m.approved::text, m.committed::text, m.accrued::text, m.executed::text, m.released::text,
     coalesce(k.locked, 0)::numeric(20,2)::text as locked
   from scheme_funding f join lateral (select ${MONEY} from budget_occupation o
     where o.document_id = f.document_id and o.round = f.round and o.line_no = f.occupation_line) m on true
   left join lateral (select sum(w.document_amount) as locked from budget_occupation_lock w where w.document_id = f.document_id
     and w.round = f.round and w.line_no = f.occupation_line and w.resolved_by is null) k on true
   where f.scheme_id = $1 order by f.funding_no`,
)

export function moneyOf(schemeId: string): Statement<MoneyRow> {
  return moneyOfParts(schemeId)
}

interface ChildFilter {
  readonly schemeNo: string
  readonly userId: number
  readonly limit: number
  readonly offset: number
}

export interface ChildRow {
  readonly type: string
  readonly id: string
  readonly no: string
  readonly round: number
  readonly state: string
  readonly amount: string | null
  readonly postingDate: string | null
  readonly createdAt: Date
  readonly drafterAccount: string
  readonly drafterZh: string
  readonly drafterEn: string
  readonly total: number
}

/** The documents of a type that name a scheme in `scheme_no`; a draft is its drafter's alone. */
function childrenSql({ name, table, fields }: AnyDocument): string {
  const day = fields['postingDate'] ? 'd.posting_date' : 'null::date'
  return `select '${name}' as type, d.id, d.no, d.round, d.state, d.total_amount as amount, ${day} as posting_date, d.created_at, d.drafter_id
    from ${table} d where d.scheme_no = $1 and (d.state <> 'draft' or d.drafter_id = $2)`
}

/** One page of all documents of a scheme, newest first, of the types that the reader may see. */
export function childrenOf(
  definitions: readonly AnyDocument[],
  { schemeNo, userId, limit, offset }: ChildFilter,
): Statement<ChildRow> {
  const all = definitions.map(childrenSql).join('\nunion all ')
  return {
    // A name of its own for each set of types: a statement's name has 63 characters at most.
    name: `scheme.children-${createHash('sha256').update(all).digest('hex').slice(0, 16)}`,
    text: `select c.type, c.id::text, c.no, c.round, c.state, c.amount::text, c.posting_date::text as "postingDate", c.created_at as "createdAt",
        u.account as "drafterAccount", u.name_zh as "drafterZh", u.name_en as "drafterEn", c.total
      from (select *, (count(*) over ())::int as total from (${all}) x order by created_at desc, id desc limit $3 offset $4) c
      join app_user u on u.id = c.drafter_id order by c.created_at desc, c.id desc`,
    values: [schemeNo, userId, limit, offset],
  }
}

export interface PostingRow {
  readonly at: Date
  readonly documentType: string
  readonly documentNo: string | null
  readonly documentId: string
  readonly round: number
  readonly action: string
  readonly fundingNo: number
  readonly fromStage: string
  readonly toStage: string
  readonly amount: string
  readonly actorZh: string
  readonly actorEn: string
  readonly total: number
}

/** One page of what moved a scheme's money, newest first, with the document and the person. */
const postings = prepared<PostingRow>(
  'scheme.postings',
  `select j.at, j.document_type as "documentType", i.document_no as "documentNo", v.by_document_id::text as "documentId", v.by_round as round,
     v.by_action as action, v.funding_no as "fundingNo", v.from_stage as "fromStage", v.to_stage as "toStage", v.document_amount::text as amount,
     u.name_zh as "actorZh", u.name_en as "actorEn", v.total
   from (select m.*, f.funding_no, (count(*) over ())::int as total
     from scheme_funding f join budget_occupation_move m on m.document_id = f.document_id and m.round = f.round and m.line_no = f.occupation_line
     where f.scheme_id = $1 order by m.id desc limit $2 offset $3) v
   join ledger_journal j on j.document_id = v.by_document_id and j.round = v.by_round and j.action = v.by_action and j.sequence = 0
   join app_user u on u.id = j.actor_id
   left join approval_instance i on i.document_id = v.by_document_id and i.round = v.by_round
   order by v.id desc`,
)

export function postingsOf(schemeId: string, limit: number, offset: number): Statement<PostingRow> {
  return postings(schemeId, limit, offset)
}

export interface MonthRow {
  /** `2026-11` */
  readonly month: string
  readonly accrued: string
  readonly executed: string
  readonly released: string
}

/**
 * What was accrued, executed and released in each month, net: by the day that a document posts on, or the one on which it was
 * decided where it names none.
 */
export function monthsOf(definitions: readonly AnyDocument[], schemeId: string, schemeNo: string): Statement<MonthRow> {
  const dated = definitions
    .filter(({ fields }) => fields['postingDate'])
    .map(({ table }) => `select id, posting_date from ${table} where scheme_no = $2`)
  const days = [...dated, 'select null::bigint, null::date where false'].join(' union all ')
  const sign = (stage: string) =>
    `sum(case when m.to_stage = '${stage}' then m.document_amount when m.from_stage = '${stage}' then -m.document_amount else 0 end)`
  return {
    name: `scheme.months-${dated.length}`,
    text: `with days as (${days})
      select to_char(coalesce(d.posting_date, j.at::date), 'YYYY-MM') as month, coalesce(sum(case when m.to_stage = 'acr' then m.document_amount
          when m.from_stage = 'acr' and m.to_stage <> 'exe' then -m.document_amount else 0 end), 0)::text as accrued,
        ${sign('exe')}::text as executed, ${sign('avl')}::text as released
      from scheme_funding f join budget_occupation_move m on m.document_id = f.document_id and m.round = f.round and m.line_no = f.occupation_line
      join ledger_journal j on j.document_id = m.by_document_id and j.round = m.by_round and j.action = m.by_action and j.sequence = 0
      left join days d on d.id = m.by_document_id
      where f.scheme_id = $1 and m.from_stage <> 'occ' group by 1 order by 1`,
    values: [schemeId, schemeNo],
  }
}

export interface VersionRow {
  readonly version: number
  readonly documentType: string
  readonly documentNo: string | null
  readonly documentId: string
  readonly content: Readonly<Record<string, unknown>>
  readonly at: Date
}

export const versionsOf = prepared<VersionRow>(
  'scheme.versions',
  `select v.version, v.document_type as "documentType", v.document_id::text as "documentId", v.content, v.at,
     (select i.document_no from approval_instance i where i.document_id = v.document_id order by i.round desc limit 1) as "documentNo"
   from scheme_version v where v.scheme_id = $1 order by v.version desc`,
)
