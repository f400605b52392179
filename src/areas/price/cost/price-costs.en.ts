import { parts } from '../locale/shared.en.ts'

/** Texts of the list of costs, in English. */
export const priceCosts = {
  title: 'Costs and floors',
  empty: 'No costs',
  more: 'More costs',
  skuCode: parts.skuCode,
  search: parts.skuBeginning,
  skuName: 'SKU',
  area: 'Area',
  currency: 'Currency',
  cost: 'Unit cost',
  floor: 'Floor',
  from: 'Effective from',
  to: 'Effective to',
  state: 'Status',
  states: { effective: 'Effective', pending: 'To be effective', expired: 'Expired' },
  setBy: 'Entered by',
  setAt: 'Entered at',
  sourceNo: 'Source',
}

export type PriceCostsTexts = typeof priceCosts
