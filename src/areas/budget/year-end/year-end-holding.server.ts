import { Type } from 'typebox'
import { money, nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { may, type Principal } from '#kernel/platform/access/principal.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { boundDocuments } from '#kernel/engine/document/server-document.ts'
import { carryOverPages } from '../year-end-cockpit/carry-over-pages.server.ts'

// Documents of other areas that still hold a year's money, for the year-end cockpit, with the pages for carrying it over.

interface HoldingRow {
  readonly document_id: string
  readonly round: number
  readonly document_type: string
  readonly no: string | null
  readonly count: number
  readonly committed: string
  readonly accrued: string
  readonly kept: string
  readonly documents: number
  readonly all_committed: string
  readonly all_accrued: string
}

/** Values: areaId, year, currency, limit. The largest come first; `documents` is the total number. */
export const holdingOfYear = prepared<HoldingRow>(
  'budget.holding-of-year',
  `with holding as (
     select o.document_id, o.round, o.document_type, count(*)::int as count, sum(o.cmt) as committed, sum(o.acr) as accrued
     from budget_line l join budget_encumbrance o on o.account_id = l.id
     where l.area_id = $1 and l.year = $2 and l.currency = $3 and o.cmt + o.acr > 0 group by 1, 2, 3
   ), most as (
     select h.*, count(*) over ()::int as documents, sum(h.committed) over ()::text as all_committed, sum(h.accrued) over ()::text as all_accrued from holding h order by h.committed + h.accrued desc, h.document_id limit $4
   )
   select m.document_id, m.round, m.document_type, m.count, m.committed::text as committed, m.accrued::text as accrued, m.documents, m.all_committed, m.all_accrued,
     i.document_no as no,
     (select count(distinct k.by_document_id)::text from budget_encumbrance_lock k
      where k.document_id = m.document_id and k.round = m.round and k.resolved_by is null) as kept
   from most m left join approval_instance i on i.document_id = m.document_id and i.round = m.round
   order by m.committed + m.accrued desc, m.document_id`,
)

export const holdingSchema = Type.Object({
  /** The total number; the list has the largest. */
  count: Type.Integer(),
  /** Of all of them. */
  committed: money,
  accrued: money,
  documents: Type.Array(
    Type.Object({
      documentType: text,
      no: text,
      address: nullable(text),
      lineCount: Type.Integer(),
      committed: money,
      accrued: money,
      /** Documents in approval that have locked a part of it: they must finish first. */
      childCount: Type.Integer(),
    }),
  ),
  /** Pages of carry-over documents that the reader may raise. */
  carryOver: Type.Array(text),
})

/** Desktop page of a document; null where it has none. */
export function addressOf(documentType: string, instance: string): string | null {
  const page = boundDocuments().find(({ definition }) => definition.name === documentType)?.definition.pages.pc
  return page ? withQuery(page, { formInstanceId: instance }) : null
}

export function readHolding(
  rows: readonly HoldingRow[],
  principal: Principal,
  of: { readonly idcCode: string; readonly year: number },
) {
  const types = new Set(rows.map((row) => row.document_type))
  return {
    count: rows[0]?.documents ?? 0,
    committed: rows[0]?.all_committed ?? '0.00',
    accrued: rows[0]?.all_accrued ?? '0.00',
    documents: rows.map((row) => ({
      documentType: row.document_type,
      no: row.no ?? row.document_id,
      address: addressOf(row.document_type, formInstanceId({ documentId: row.document_id, round: row.round })),
      lineCount: row.count,
      committed: row.committed,
      accrued: row.accrued,
      childCount: Number(row.kept),
    })),
    carryOver: carryOverPages()
      .filter(({ documentTypes, right }) => documentTypes.some((type) => types.has(type)) && may(principal, right))
      .map(({ page }) => withQuery(page, { idcCode: of.idcCode, year: String(of.year) })),
  }
}
