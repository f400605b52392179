import { budgetFigures, moneyIn } from '#areas/budget/budget.facade.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { asPending, type PendingDocumentRow } from '#kernel/engine/document/pending-documents.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'

interface FreeRow {
  readonly funding_no: number
  readonly free: string
}

/** The unlocked amount of each part of a scheme ($1) in these stages ($2) for a document ($3). */
const freeParts = prepared<FreeRow>(
  'scheme.free-parts',
  `select f.funding_no, (case when 'cmt' = any ($2::text[]) then o.document_cmt else 0 end + case when 'acr' = any ($2::text[]) then o.document_acr else 0 end
     + case when 'exe' = any ($2::text[]) then o.document_exe - o.document_recovered else 0 end - coalesce(k.locked, 0))::text as free
   from scheme s join scheme_funding f on f.scheme_id = s.id
   join budget_encumbrance o on o.document_id = f.document_id and o.round = f.round and o.line_no = f.encumbrance_line
   left join lateral (select sum(w.document_amount) as locked from budget_encumbrance_lock w
     where w.document_id = o.document_id and w.round = o.round and w.line_no = o.line_no and w.resolved_by is null
       and w.stage = any ($2::text[]) and w.by_document_id <> $3) k on true
   where s.no = $1`,
)

/** Other documents in approval with locks on the same parts. */
const pendingOnParts = prepared<PendingDocumentRow>(
  'scheme.pending-on-parts',
  `select i.document_id, i.round, i.document_no as no, sum(w.document_amount)::text as amount, s.currency, i.started_at, u.name_zh, u.name_en
   from scheme s join scheme_funding f on f.scheme_id = s.id
   join budget_encumbrance_lock w on w.document_id = f.document_id and w.round = f.round and w.line_no = f.encumbrance_line and w.resolved_by is null
   join approval_instance i on i.document_id = w.by_document_id and i.round = w.by_round join app_user u on u.id = i.drafter_id
   where s.no = $1 and f.funding_no = any ($2::int[]) and w.by_document_id <> $3
   group by 1, 2, 3, 5, 6, 7, 8 order by i.started_at limit 50`,
)

type Line = Readonly<Record<string, unknown>>

/** Of a scheme's follow-up document: the free amount of each part before and after. */
export function partFacts(...stages: readonly Stage[]) {
  return factsOfParts(stages, ({ amount: asked }) => moneyIn(asked))
}

const factsOfTaken = factsOfParts(['cmt'], ({ kind, amount: asked }) =>
  kind === 'down' || kind === 'swap' ? moneyIn(asked) : zero,
)
const factsOfAdded = budgetFigures('amount', 'newBudgetCode', ({ kind }) => kind === 'up')

/** Of an adjustment: an increase draws on its budget, a decrease on the scheme's line; terms move nothing. */
export async function adjustFacts(tx: Tx, context: RequestContext, loaded: LoadedDocument) {
  const [taken, added] = await Promise.all([factsOfTaken(tx, context, loaded), factsOfAdded(tx, context, loaded)])
  const paid = new Map(added.lines.map((line) => [line.lineNo, line]))
  const known = new Set(taken.pending.map(({ no }) => no))
  return {
    lines: taken.lines.map((line) => paid.get(line.lineNo) ?? line),
    pending: [...taken.pending, ...added.pending.filter(({ no }) => !known.has(no))],
  }
}

type Stage = 'cmt' | 'acr' | 'exe'

function factsOfParts(stages: readonly Stage[], takenBy: (line: Line) => Amount) {
  return async (tx: Tx, { language }: RequestContext, { row, wire, lines }: LoadedDocument) => {
    const no = String((wire as Line)['schemeNo'])
    const numbers = lines.map((line) => Number(line['fundingNo']))
    const [free, pending] = await Promise.all([
      tx.rows(freeParts(no, stages, row.id)),
      tx.rows(pendingOnParts(no, numbers, row.id)),
    ])
    const byNumber = new Map(free.map((each) => [each.funding_no, amount(each.free)]))
    return {
      lines: lines.map((line, index) => {
        const available = byNumber.get(Number(line['fundingNo'])) ?? zero
        const after = row.state === 'underApproval' ? available.minus(takenBy(line)) : available
        return { lineNo: index + 1, available: amountText(available), after: amountText(after) }
      }),
      pending: pending.map((each) => asPending(each, language)),
    }
  }
}
