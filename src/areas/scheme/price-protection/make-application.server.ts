import { randomUUID } from 'node:crypto'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { type ActionAnswer, commandOf } from '#kernel/engine/document/action/command.ts'
import { runActionIn } from '#kernel/engine/document/action/run-action.ts'
import { statementOf } from '#kernel/platform/db/statement.ts'
import { schemeApplicationDocument } from '../application/scheme-application.document.ts'
import { schemeErrors } from '../scheme.errors.ts'
import { proposalsOf } from './proposal.queries.ts'
import { proposalChanged } from './propose.server.ts'

interface Chosen {
  readonly id: string
  readonly state: string
  readonly countedAt: Date | null
  readonly sourceNo: string
  readonly areaId: number
  readonly idcCode: string
  readonly timezone: string
  readonly productClass: string
  readonly currency: string
  readonly referenceDay: string
  readonly coverageDays: number
}

/** Locks a proposal that the person may see; nobody else decides on it meanwhile. */
async function locked(tx: Tx, { principal }: RequestContext, id: string): Promise<Chosen> {
  const found = await tx.first<Chosen>(
    statementOf(
      proposalsOf(principal)
        .innerJoin('area as a', 'a.id', 'price_protection_proposal.area_id')
        .innerJoin('organisation as o', 'o.id', 'a.organisation_id')
        .where('price_protection_proposal.id', '=', id)
        .select([
          'price_protection_proposal.id',
          'price_protection_proposal.state',
          'price_protection_proposal.counted_at as countedAt',
          'price_protection_proposal.source_no as sourceNo',
          'price_protection_proposal.area_id as areaId',
          'a.idc_code as idcCode',
          'o.timezone',
          'price_protection_proposal.product_class as productClass',
          'price_protection_proposal.currency',
          'price_protection_proposal.reference_day as referenceDay',
          'price_protection_proposal.coverage_days as coverageDays',
        ])
        .forUpdate('price_protection_proposal'),
    ),
  )
  if (!found) throw new Refused(schemeErrors.proposalUnknown())
  if (found.state === 'takenBack') throw new Refused(schemeErrors.proposalTakenBack({ no: found.sourceNo }))
  if (found.state !== 'open') throw new Refused(schemeErrors.proposalDecided({ no: found.sourceNo }))
  return found
}

interface ProtectedRow {
  readonly customer: string
  readonly sku: string
  readonly units: number
  readonly drop: string
  readonly amount: string
}

const linesToProtect = prepared<ProtectedRow>(
  'scheme.price-protection-lines',
  `select customer_code as customer, sku_code as sku, units - corrected as units, (old_price - new_price)::text as drop, amount::text as amount
   from price_protection_line where proposal_id = $1 and units > corrected order by customer_code, sku_code`,
)

const markUsed = prepared(
  'scheme.use-price-protection',
  `update price_protection_proposal set state = 'used', application_id = $2, application_no = $3, decided_by = $4, decided_at = $5 where id = $1`,
)

/** Lines that a typed application has; more come as those of a file do. */
const TYPED = schemeApplicationDocument.definition.lineLimits.typed

/** From today to the end of the year, in which its budgets are; the person changes what they agreed otherwise. */
function contentOf(proposal: Chosen, lines: readonly ProtectedRow[], now: Date) {
  const today = dayIn(proposal.timezone, now)
  const lastDay = `${today.slice(0, 4)}-12-31`
  return {
    name: `${proposal.sourceNo} ${proposal.referenceDay}`,
    schemeType: 'priceProtection',
    idcCode: proposal.idcCode,
    areaId: String(proposal.areaId),
    productClass: proposal.productClass,
    currency: proposal.currency,
    startDate: today,
    endDate: lastDay,
    claimDeadline: lastDay,
    settlementPeriod: 'month',
    rebateType: 'standard',
    withholdRate: '100.00',
    referenceDate: proposal.referenceDay,
    coverageDays: String(proposal.coverageDays),
    reason: proposal.sourceNo,
    source: lines.length > TYPED ? 'file' : 'typed',
    lines: lines.map(({ customer, sku, units, drop, amount }) => ({
      customerCode: customer,
      skuCode: sku,
      basis: 'stock',
      unitAmount: drop,
      plannedQuantity: String(units),
      amount,
    })),
  }
}

/** The draft of an application that pays what the proposal counted, linked to it; its budgets are for the person to choose. */
export async function makeApplication(tx: Tx, context: RequestContext, id: string): Promise<ActionAnswer> {
  const proposal = await locked(tx, context, id)
  if (proposal.countedAt === null)
    throw new Refused(schemeErrors.proposalNotCounted({ no: proposal.sourceNo, day: proposal.referenceDay }))
  const lines = await tx.rows(linesToProtect(id))
  if (lines.length === 0) throw new Refused(schemeErrors.proposalEmpty({ no: proposal.sourceNo }))
  const raw = contentOf(proposal, lines, context.now)
  // The call is kept under its own key, and the draft that it makes under another.
  const saving = { ...context, idempotencyKey: randomUUID() }
  const draft = await runActionIn(tx, schemeApplicationDocument, saving, commandOf({ action: 'save', raw }))
  const { userId } = context.principal
  await tx.flight([markUsed(id, draft.id, draft.no, userId, context.now), proposalChanged(id, 'use')])
  return draft
}

const dismiss = prepared(
  'scheme.dismiss-price-protection',
  `update price_protection_proposal set state = 'dismissed', reason = $2, decided_by = $3, decided_at = $4 where id = $1`,
)

/** Nobody is paid for this cut, and why. */
export async function dismissProposal(tx: Tx, context: RequestContext, id: string, reason: string): Promise<void> {
  await locked(tx, context, id)
  await tx.flight([dismiss(id, reason, context.principal.userId, context.now), proposalChanged(id, 'dismiss')])
}
