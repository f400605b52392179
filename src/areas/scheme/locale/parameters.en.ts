import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

/** Labels of scheme parameters, in English. */
export const schemeParameters = {
  specialPriceDays: {
    label: 'Longest validity of a special price',
    hint: 'A special price is valid for this many days at most.',
  },
  protectedDays: {
    label: 'Days that price protection covers',
    hint: 'A proposal after a price cut counts units that the customer got at most so many days before.',
  },
  differencePercent: {
    label: 'Difference of a receivable',
    hint: 'How much of an item may be lost as a difference; more is a write-off and entered as bad debt.',
  },
  smallBalancePercent: {
    label: 'Small balance of a receivable',
    hint: 'How much of an item may be taken off as a small balance.',
  },
  budgetsElsewhere: {
    label: 'Budgets of another country or month',
    hint: "Whether a budget of another country than the customer's, or of a month in which the scheme does not run, may pay for it.",
    refused: 'May not pay',
    told: 'May pay, and approvers are told',
  },
  taxRates: {
    label: 'Tax rates of claims',
    hint: 'Rates of GST or VAT that a claim may have, by country. A country without one has no tax on claims.',
  },
}

export type SchemeParameterTexts = TextShape<typeof schemeParameters>
