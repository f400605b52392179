import { flags, heads, life, parts, sources } from '../locale/shared.en.ts'

/** Texts of receivables adjustments in English. */
export const schemeReceivablesAdjustment = {
  label: 'Receivables adjustment',
  many: 'Receivables adjustments',
  titles: {
    rebateOffset: 'Receivables adjustment: rebate offset',
    priceDifference: 'Receivables adjustment: price difference',
    shortPayment: 'Receivables adjustment: short payment',
    tax: 'Receivables adjustment: tax',
    fx: 'Receivables adjustment: exchange difference',
    smallBalance: 'Receivables adjustment: small balance',
    badDebt: 'Receivables adjustment: bad debt',
  },
  fields: {
    ...heads,
    no: 'Adjustment no.',
    customerCode: 'Customer',
    operatingUnitCode: 'Operating unit',
    adjustReason: 'Adjustment reason',
    schemeNo: 'Scheme',
    costBearing: 'Borne by the scheme',
    taxDocument: 'Tax document',
    reason: 'Note',
    totalAmount: 'Adjusted amount',
    closedPeriod: 'Closed period',
  },
  lineFields: {
    ...parts,
    itemNo: 'Invoice or receipt no.',
    itemKind: 'Kind',
    openAmount: 'Open amount',
    direction: 'Direction',
    taxAmount: 'Tax in it',
    toCustomerCode: 'Receiving customer',
  },
  ...life,
  options: {
    adjustReason: {
      rebateOffset: 'Rebate offset',
      priceDifference: 'Price difference',
      shortPayment: 'Short payment',
      tax: 'Tax',
      fx: 'Exchange difference',
      smallBalance: 'Small balance',
      badDebt: 'Bad debt',
    },
    costBearing: flags,
    closedPeriod: flags,
    taxDocument: {
      none: 'None',
      gstCreditNote: 'GST credit note',
      gstDebitNote: 'GST debit note',
      vatCreditNote: 'VAT credit note',
      vatDebitNote: 'VAT debit note',
    },
    itemKind: { invoice: 'Invoice', debitNote: 'Debit note', creditMemo: 'Credit memo', receipt: 'Receipt' },
    direction: { decrease: 'Decrease', increase: 'Increase', move: 'Move to another customer' },
    source: sources,
  },
}

export type SchemeReceivablesAdjustmentTexts = typeof schemeReceivablesAdjustment
