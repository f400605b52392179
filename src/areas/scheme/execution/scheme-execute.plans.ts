import { holdClaims, holdFrozen, payClaims, releaseClaims } from '#areas/device/device.facade.ts'
import { creditMemo, creditRebate, together } from '#areas/funds/funds.facade.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Postings, Subject } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { periodDays } from '../application/calculation.rules.ts'
import { unitsToPay } from './claim-devices.rules.ts'
import { approvedLines, paidUnits } from './claim-reduced.rules.ts'
import { picksOf } from '../frozen-stock/frozen-stock.rules.ts'
import { type SchemeExecute, schemeExecute } from './scheme-execute.doc.ts'
import { stepsOf } from './scheme-execute.rules.ts'
import { schemeErrors } from '../scheme.errors.ts'
import { fundingLinesOf } from '../shared/funding-lines.rules.ts'
import { paidFor } from '../settlement/scheme-payout-tax.rules.ts'
import { hold, release, settle } from '../shared/scheme-child.server.ts'
import type { AllExecuteFacts } from './scheme-execute.facts.ts'

type S = Subject<SchemeExecute>

const claimPeriod = prepared(
  'scheme.claim-period',
  `insert into scheme_claim (scheme_id, line_no, customer_code, period, document_id)
   select $1, n, $3, $4, $5 from unnest($2::int[]) n order by n`,
)
const giveLinesBack = prepared(
  'scheme.give-lines-back',
  'delete from scheme_claim where document_id = $1 and line_no = any ($2::int[])',
)
const givePeriodBack = prepared('scheme.give-period-back', 'delete from scheme_claim where document_id = $1')

const askPayment = prepared(
  'scheme.ask-payment',
  `insert into scheme_payment (document_id, round, scope_id, customer_code, operating_unit_code, bank_name, bank_account, bank_holder, bank_swift,
     amount, currency, asked_at)
   select $1, $2, $3, code, operating_unit_code, bank_name, bank_account, bank_holder, bank_swift, $5, $6, product_now() from customer where code = $4`,
)

const keepSettlement = prepared(
  'scheme.keep-settlement',
  `insert into scheme_settlement (document_id, line_no, round, scope_id, scheme_id, scheme_line, funding_no, customer_code, period, first_day, last_day,
     basis, unit_amount, rate_percent, ladder_kind, ladder, units, volume_amount, settled_before, calculated_amount, amount, currency, settled_at)
   select d.id, l.line_no, l.round, d.scope_id, s.id, f.line_no, f.funding_no, d.customer_code, d.claim_period, $3::date, $4::date,
     p.basis, p.unit_amount, p.rate_percent, p.ladder_kind, p.ladder, l.basis_units, l.basis_amount, l.settled_before, l.calculated_amount, coalesce(l.approved_amount, l.amount), d.currency, product_now()
   from scheme_execute d join scheme s on s.no = d.scheme_no join scheme_execute_line l on l.document_id = d.id and l.round = $2
   join scheme_funding f on f.scheme_id = s.id and f.funding_no = l.funding_no
   join scheme_line p on p.scheme_id = s.id and p.line_no = f.line_no where d.id = $1 and coalesce(l.approved_amount, l.amount) > 0`,
)

/** Locks the money, the period and the devices; and locks the payee's data against changes. */
export function submit({ id, round, header, content }: S, facts: AllExecuteFacts): Postings {
  const { scheme } = facts
  if (!content || !scheme) throw new Error('a submit without content or scheme')
  const { customerCode, claimPeriod: period, payoutType, currency } = header
  const parts = fundingLinesOf(facts)
  const lineNos = content.lines.map(({ fundingNo }) => parts.get(fundingNo)!.funding.lineNo)
  const total = amountText(paidFor(content.lines, header.taxMode))
  const isMoney = payoutType === 'payment' && amount(total).gt(0)
  return hold({ id, round }, stepsOf(content, facts), [
    claimPeriod(scheme.id, [...new Set(lineNos)], customerCode, period, id),
    ...(isMoney ? [askPayment(id, round, scheme.scopeId, customerCode, total, currency)] : []),
    ...holdClaims({ id, round }, scheme.schemeType, unitsToPay(content, facts)),
    // After the named ones, which are excluded from frozen stock.
    ...holdFrozen({ id, round }, scheme.schemeType, picksOf(content, facts)),
  ])
}

/**
 * The last approval: Dr EXE / Cr ACR and CMT, and in the same journal the customer's rebate or credit memo. Money is
 * requested from finance, whose answer settles it.
 */
export function approve(subject: S, facts: AllExecuteFacts): Postings {
  const { id, round, header } = subject
  const { scheme } = facts
  const lines = approvedLines(facts.lines, subject.approved)
  const units = paidUnits(facts, subject.approved)
  const days = scheme && periodDays(header.claimPeriod, scheme)
  if (!scheme || !days) throw new Error('an approval without its scheme')
  if (header.payoutType === 'payment' && facts.isSameBank === false)
    throw new Refused(schemeErrors.bankChanged({ customer: header.customerCode }, { field: 'customerCode' }))
  // The rebate would expire at once.
  if (facts.rebateOver !== null)
    throw new Refused(schemeErrors.rebateOver({ day: facts.rebateOver }, { field: 'rebateExpiresOn' }))
  const moved = settle({ id, round }, stepsOf({ header, lines }, facts), scheme.id, [
    keepSettlement(id, round, days.first, days.last),
    ...periodsGivenBack(subject, facts, lines),
    ...payClaims({ id, round }, units.paid),
    ...releaseClaims({ id, round }, units.released),
  ])
  return together(moved, payout(subject, { ...facts, lines }))
}

/** A scheme line approved at zero was not settled: the customer may claim the period again. */
function periodsGivenBack({ id }: S, facts: AllExecuteFacts, lines: AllExecuteFacts['lines']) {
  const parts = fundingLinesOf(facts)
  const settled = new Map<number, boolean>()
  for (const { fundingNo, amount: paid } of lines) {
    const lineNo = parts.get(fundingNo)?.funding.lineNo
    if (lineNo !== undefined) settled.set(lineNo, settled.get(lineNo) === true || amount(paid).gt(0))
  }
  const back = [...settled].flatMap(([lineNo, isSettled]) => (isSettled ? [] : [lineNo]))
  return back.length > 0 ? [giveLinesBack(id, back)] : []
}

function payout({ id, no, round, header }: S, facts: AllExecuteFacts): Postings {
  const { payoutType, customerCode, operatingUnitCode, currency, postingDate, rebateExpiresOn, taxMode } = header
  const { scheme, lines, accounts } = facts
  const by = { id, round, action: 'approve', documentType: schemeExecute.name, no }
  if (!operatingUnitCode) throw new Error('a claim without an operating unit')
  const key = { customerCode, operatingUnitCode, currency }
  // Lines approved at zero are not paid.
  const paid = lines
    .map((line, index) => ({ ...key, amount: amount(line.amount), line: index + 1 }))
    .filter((each) => each.amount.gt(0))
  switch (payoutType) {
    case 'standard':
    case 'detail':
      return creditRebate(
        by,
        accounts,
        paid.map((each) => ({
          ...each,
          schemeNo: scheme?.no ?? null,
          creditedOn: postingDate,
          expiresOn: rebateExpiresOn,
          productClass: null,
          taxMode: taxMode ?? 'none',
        })),
      )
    case 'reduce':
      return creditMemo(
        by,
        accounts,
        paid.map((each) => ({ ...each, issuedOn: postingDate, dueOn: postingDate })),
      )
    case 'payment':
      return { legs: [] }
  }
}

/** Reject, return, withdraw, terminate: money, period and devices are released. */
export const undo =
  (action: string) =>
  (subject: S, { held }: AllExecuteFacts): Postings => {
    const freed = release(action)(subject)
    const devices = releaseClaims(
      subject,
      held.map(({ deviceId }) => deviceId),
    )
    return { ...freed, writes: [...(freed.writes ?? []), givePeriodBack(subject.id), ...devices] }
  }
