import { flags, heads, life, parts, sources } from '../locale/shared.en.ts'

/** Texts of special prices in English. */
export const schemeSpecialPrice = {
  label: 'Special price approval form',
  many: 'Special prices',
  titles: {
    margin: 'Special price approval form: out of the margin',
    budget: 'Special price approval form: with a budget',
  },
  fields: {
    ...heads,
    no: 'Form no.',
    customerCode: 'Customer',
    endCustomerCode: 'End customer',
    tradeTermCode: 'Trade term',
    validFrom: 'Valid from',
    validTo: 'Valid to',
    funding: 'Funding',
    settlement: 'Settlement',
    stackable: 'Stackable',
    totalAmount: 'Support in all',
    belowFloor: 'Below the margin floor',
  },
  lineFields: {
    ...parts,
    skuCode: 'SKU ID',
    listPrice: 'List price',
    specialPrice: 'Special price',
    quantityCap: 'Quantity cap',
    lineCurrency: 'Currency',
    unitSupport: 'Support a unit',
    totalSupport: 'Support',
    margin: 'Margin',
    costOrigin: 'Cost converted from',
    availableAmount: 'Available amount',
  },
  states: { ...life.states, closed: 'Closed' },
  actions: { ...life.actions, close: 'Close' },
  effects: life.effects,
  options: {
    funding: { margin: 'Margin only', budget: 'Budget' },
    settlement: { onInvoice: 'On the invoice', claim: 'Ship and debit: claimed afterwards' },
    stackable: flags,
    belowFloor: flags,
    source: sources,
  },
}

export type SchemeSpecialPriceTexts = typeof schemeSpecialPrice
