import { encumbrancesOf, readEncumbrances } from '#areas/budget/budget.facade.ts'
import { expireSpecialPrices as endOnTime, formsOfSpecialPricesUntil } from '#areas/price/price.facade.ts'
import { auditEntry } from '#kernel/platform/audit/audit.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { AreaWork, WorkServices } from '#kernel/platform/jobs/area-work.ts'
import { post } from '#kernel/engine/ledger/post.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import { schemeSpecialPrice } from './scheme-special-price.doc.ts'
import { endOfSpecialPrice } from './scheme-special-price.document.ts'

// A special price ends after its last day: the rest of its budget amount is released automatically (domain.md 2.13).

interface DueRow {
  readonly id: string
  readonly no: string
  readonly round: number
  readonly drafter: number
}

/** A form whose last day is over in its area; closing it manually locks the same row. */
const nextDue = prepared<DueRow>(
  'scheme.special-price-due',
  `select d.id, d.no, d.round, d.drafter_id as drafter from scheme_special_price d join organisation o on o.id = d.scope_id
   where d.state = 'approved' and d.id in (${formsOfSpecialPricesUntil('$1')})
     and d.valid_to < (($1::timestamptz at time zone 'UTC') + substr(o.timezone, 4)::interval)::date
   order by d.id limit 1 for update of d skip locked`,
)

async function expire(tx: Tx, at: Date): Promise<boolean> {
  const due = await tx.first(nextDue(at))
  if (!due) return false
  const { id, no, round, drafter } = due
  const encumbrances = readEncumbrances(await tx.rows(encumbrancesOf([id], null)))
  const { legs, writes = [] } = endOfSpecialPrice({ id, round, action: 'expire' }, encumbrances)
  const journal = post({
    key: { documentType: schemeSpecialPrice.name, documentId: id, round, action: 'expire' },
    actorId: drafter,
    at,
    legs,
  })
  const entry = auditEntry(
    {
      kind: 'call',
      documentType: schemeSpecialPrice.name,
      documentId: null,
      subject: no,
      action: 'expire',
      actorId: drafter,
      requestId: `expiry-${no}`,
      at,
      fromState: null,
      toState: null,
      detail: { budgets: legs.length / 2 },
    },
    null,
  )
  const told = documentChanged({
    documentType: schemeSpecialPrice.name,
    documentId: id,
    action: 'expire',
    kinds: ['scheme', 'budgetLine'],
    inboxOf: [],
  })
  await tx.flight([...writes, endOnTime(id), entry.statement, told, ...(legs.length > 0 ? [journal] : [])])
  return true
}

/** True where there may be more. */
export async function expireSpecialPrices({ now, transaction }: WorkServices): Promise<boolean> {
  return transaction((tx) => expire(tx, now()))
}

export const specialPriceWork: AreaWork = {
  name: 'special prices that ended',
  everySeconds: 60,
  run: expireSpecialPrices,
}
