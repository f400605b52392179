import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { documentLimits, type LimitedReader } from '#kernel/engine/document/document-limits.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'

// Queries of a scheme's page. Money is read from its source (budget_encumbrance and its moves); amounts are in the currency of the scheme.

/** One part of a scheme with its amounts. */
export interface MoneyRow {
  readonly fundingNo: number
  readonly approved: string
  readonly committed: string
  readonly accrued: string
  readonly executed: string
  readonly released: string
  readonly locked: string
}

/** The part of an encumbrance `o` that the approval of its application released at once: it was never approved. */
export const NOT_APPROVED = `coalesce((select sum(v.document_amount) from budget_encumbrance_move v where v.document_id = o.document_id and v.round = o.round
  and v.line_no = o.line_no and v.from_stage = 'occ' and v.to_stage = 'avl'), 0)`

const BALANCES = `o.document_amount - o.document_occ - o.document_carried - ${NOT_APPROVED} as approved, o.document_cmt as committed, o.document_acr as accrued, o.document_exe as executed,
  o.document_avl - ${NOT_APPROVED} as released`

const moneyOfParts = prepared<MoneyRow>(
  'scheme.money-of-parts',
  `select f.funding_no as "fundingNo", m.approved::text, m.committed::text, m.accrued::text, m.executed::text, m.released::text,
     coalesce(k.locked, 0)::numeric(20,2)::text as locked
   from scheme_funding f join lateral (select ${BALANCES} from budget_encumbrance o
     where o.document_id = f.document_id and o.round = f.round and o.line_no = f.encumbrance_line) m on true
   left join lateral (select sum(w.document_amount) as locked from budget_encumbrance_lock w where w.document_id = f.document_id
     and w.round = f.round and w.line_no = f.encumbrance_line and w.resolved_by is null) k on true
   where f.scheme_id = $1 order by f.funding_no`,
)

export function moneyOf(schemeId: string): Statement<MoneyRow> {
  return moneyOfParts(schemeId)
}

interface ChildFilter {
  readonly schemeNo: string
  readonly reader: LimitedReader
  /** Only those before this one; null: from the newest on. */
  readonly before: string | null
  readonly limit: number
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
}

type Add = (value: unknown) => string

/**
 * Documents `d` of a type that belong to a scheme: by `scheme_no` of the document, or of its lines where it covers
 * several. A draft is its drafter's alone, and people limited to some customers see documents that name no other.
 */
function childrenSql(definition: AnyDocument, schemeNo: string, { userId, limits }: LimitedReader, add: Add): string {
  const { table, fields } = definition
  const named = add(schemeNo)
  const ofLines = `d.id in (select l.document_id from ${table}_line l where l.scheme_no = ${named})
    and exists (select from ${table}_line l where l.document_id = d.id and l.round = d.round and l.scheme_no = ${named})`
  const isSeen = documentLimits(definition, { userId, ...(limits ? { limits } : {}) }, add)
  return [
    `from ${table} d where ${fields['schemeNo'] ? `d.scheme_no = ${named}` : ofLines}`,
    `(d.state <> 'draft' or d.drafter_id = ${add(userId)})`,
    ...isSeen,
  ].join(' and ')
}

/** Its amount for this scheme: for a document over several, of the lines about this one. */
function amountSql({ table, fields }: AnyDocument, schemeNo: string, add: Add): string {
  if (fields['schemeNo']) return 'd.total_amount'
  return `(select sum(coalesce(l.amount, coalesce(l.committed_amount, 0) + coalesce(l.accrued_amount, 0))) from ${table}_line l
    where l.document_id = d.id and l.round = d.round and l.scheme_no = ${add(schemeNo)})`
}

/** Documents of a scheme, newest first, of the types that the reader may see: some of each type by key, and the newest of those. */
export function childrenOf(
  definitions: readonly AnyDocument[],
  { schemeNo, reader, before, limit }: ChildFilter,
): Statement<ChildRow> {
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  const [last, most] = [add(before), add(limit)]
  const all = definitions.map((definition) => {
    const { name, fields } = definition
    const day = fields['postingDate'] ? 'd.posting_date' : 'null::date'
    return `(select '${name}' as type, d.id, d.no, d.round, d.state, ${amountSql(definition, schemeNo, add)} as amount, ${day} as posting_date,
        d.created_at, d.drafter_id ${childrenSql(definition, schemeNo, reader, add)}
        and (${last}::bigint is null or d.id < ${last}::bigint) order by d.id desc limit ${most})`
  })
  return {
    text: `select c.type, c.id::text, c.no, c.round, c.state, c.amount::text, c.posting_date::text as "postingDate", c.created_at as "createdAt",
        u.account as "drafterAccount", u.name_zh as "drafterZh", u.name_en as "drafterEn"
      from (select * from (${all.join(' union all ')}) x order by id desc limit ${most}) c
      join app_user u on u.id = c.drafter_id order by c.id desc`,
    values,
  }
}

export function childrenCount(
  definitions: readonly AnyDocument[],
  { schemeNo, reader }: Pick<ChildFilter, 'schemeNo' | 'reader'>,
): Statement<{ readonly total: number }> {
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  const counts = definitions.map((definition) => `(select count(*) ${childrenSql(definition, schemeNo, reader, add)})`)
  return { text: `select (${counts.join(' + ')})::int as total`, values }
}

export interface SchemePostingRow {
  readonly id: string
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
  /** What it adds to the figure that was asked for; null where none was. */
  readonly effect: string | null
  readonly actorZh: string
  readonly actorEn: string
}

export function postingsSelect(effect: string): string {
  return `select v.id::text, j.at, j.document_type as "documentType", i.document_no as "documentNo", v.by_document_id::text as "documentId",
     coalesce(a.round, v.by_round) as round, v.by_action as action, v.funding_no as "fundingNo", v.from_stage as "fromStage", v.to_stage as "toStage",
     v.document_amount::text as amount, ${effect} as effect, u.name_zh as "actorZh", u.name_en as "actorEn"`
}

export const POSTINGS_JOINS = `join ledger_journal j on j.document_id = v.by_document_id and j.round = v.by_round and j.action = v.by_action and j.sequence = 0
   join app_user u on u.id = j.actor_id
   left join scheme_application a on a.id = v.by_document_id and v.by_action = 'expire'
   left join approval_instance i on i.document_id = v.by_document_id and i.round = coalesce(a.round, v.by_round)
   order by v.id desc`

/**
 * Movements of a scheme's money, newest first, with document (an expiry links to the application) and person: some of
 * each part by key, and the newest of those.
 */
const postings = prepared<SchemePostingRow>(
  'scheme.postings',
  `${postingsSelect('null::text')}
   from (select m.*, f.funding_no from scheme_funding f cross join lateral (
       select n.* from budget_encumbrance_move n where n.document_id = f.document_id and n.round = f.round and n.line_no = f.encumbrance_line
         and ($2::bigint is null or n.id < $2) order by n.id desc limit $3) m
     where f.scheme_id = $1 order by m.id desc limit $3) v ${POSTINGS_JOINS}`,
)

export function postingsOf(schemeId: string, before: string | null, limit: number): Statement<SchemePostingRow> {
  return postings(schemeId, before, limit)
}

export const postingsCount = prepared<{ total: number }>(
  'scheme.postings-count',
  `select count(*)::int as total from scheme_funding f
   join budget_encumbrance_move m on m.document_id = f.document_id and m.round = f.round and m.line_no = f.encumbrance_line where f.scheme_id = $1`,
)

export interface VersionRow {
  readonly version: number
  readonly documentType: string
  readonly documentNo: string | null
  readonly documentId: string
  /** The approved round of the document. */
  readonly round: number
  readonly content: Readonly<Record<string, unknown>>
  readonly at: Date
}

/** The newest versions, without their lines. */
export const versionsOf = prepared<VersionRow>(
  'scheme.versions',
  `select v.version, v.document_type as "documentType", v.document_id::text as "documentId", jsonb_build_object('scheme', v.content -> 'scheme') as content, v.at,
     (select i.document_no from approval_instance i where i.document_id = v.document_id order by i.round desc limit 1) as "documentNo",
     coalesce((select i.round from approval_instance i where i.document_id = v.document_id and i.state = 'approved' order by i.round desc limit 1), 1) as round
   from scheme_version v where v.scheme_id = $1 order by v.version desc limit 200`,
)
