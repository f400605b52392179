import type { SpendableBudget } from '#areas/budget/budget.facade.ts'
import { amountText } from '#kernel/base/money/money.ts'
import type { AdjustInvoiceContent } from '../invoice-adjustment/scheme-adjust-invoice.doc.ts'
import { type AdjustInvoiceFacts, changeOf } from '../invoice-adjustment/scheme-adjust-invoice.rules.ts'
import type { SchemeAdjustContent } from '../adjustment/scheme-adjust.doc.ts'
import { freeIn, fundingLinesOf, type SchemeFacts } from '../shared/funding-lines.rules.ts'
import type { ReceivablesAdjustmentContent } from '../receivables-adjustment/scheme-receivables-adjustment.doc.ts'
import {
  causeOf,
  itemOf,
  type ReceivablesAdjustmentFacts,
} from '../receivables-adjustment/scheme-receivables-adjustment.rules.ts'
import type { SchemeTerminationContent } from '../termination/scheme-termination.doc.ts'

// Limits of lines for display in the form, without stored values. The rules enforce them.

type Limits = Readonly<Partial<Record<string, string | null>>>

function freeOfPart(facts: SchemeFacts, fundingNo: number | null, ...stages: readonly ('cmt' | 'acr')[]) {
  const part = fundingNo === null || !facts.encumbrances ? undefined : fundingLinesOf(facts).get(fundingNo)
  return part ? amountText(freeIn(part, ...stages)) : null
}

/** The currency of a line's budget, for available amounts. */
export function budgetLimits(
  { lines }: { readonly lines: readonly { readonly budgetCode: string | null }[] },
  facts: {
    readonly budgets?: readonly SpendableBudget[]
  },
): Limits[] {
  const currency = new Map((facts.budgets ?? []).map((budget) => [budget.budgetCode, budget.currency]))
  return lines.map(({ budgetCode }) => ({ availableCurrency: currency.get(budgetCode ?? '') ?? null }))
}

export function adjustLimits({ lines }: SchemeAdjustContent, facts: SchemeFacts & Parameters<typeof budgetLimits>[1]) {
  const budgets = budgetLimits({ lines: lines.map(({ newBudgetCode }) => ({ budgetCode: newBudgetCode })) }, facts)
  return lines.map(({ fundingNo }, row): Limits => ({
    ...budgets[row],
    freeCommitted: freeOfPart(facts, fundingNo, 'cmt'),
  }))
}

/** Only accrued amounts can be kept. */
export function terminationLimits({ lines }: SchemeTerminationContent, facts: SchemeFacts): Limits[] {
  return lines.map(({ fundingNo }) => ({ freeAccrued: freeOfPart(facts, fundingNo, 'acr') }))
}

/** The item's unlocked amount, and what its scheme or the customer's rebate could bear. */
export function receivablesLimits(
  { header, lines }: ReceivablesAdjustmentContent,
  facts: ReceivablesAdjustmentFacts,
): Limits[] {
  const cause = causeOf(header)
  return lines.map(({ itemNo, fundingNo, direction }) => {
    const item = itemOf(facts.items, itemNo)
    const isReduced = direction === 'decrease'
    return {
      freeOpen: item && direction !== 'increase' ? amountText(item.open.minus(item.locked)) : null,
      freeOfScheme: isReduced && cause === 'scheme' ? freeOfPart(facts, fundingNo, 'acr', 'cmt') : null,
      freeRebate: isReduced && cause === 'rebate' && facts.rebate ? amountText(facts.rebate.spendable) : null,
    }
  })
}

/** The line's invoiced rest without tax, and the new rest; for a credit, what its scheme could bear. */
export function invoiceLimits({ header, lines }: AdjustInvoiceContent, facts: AdjustInvoiceFacts): Limits[] {
  return lines.map((line, row) => {
    const change = changeOf({ ...line, afterPrice: line.afterPrice ?? '0' }, row, facts.invoiceLines)
    return {
      netLeft: change && amountText(change.netLeft),
      netAfter: change && line.afterPrice !== null ? amountText(change.netAfter) : null,
      freeOfScheme: header.costBearing === 'yes' ? freeOfPart(facts, line.fundingNo, 'acr', 'cmt') : null,
    }
  })
}
