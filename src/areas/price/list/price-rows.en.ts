import { bases, parts, taxModes, terms } from '../locale/shared.en.ts'

/** The price management list and the page of a price, in English. */
export const priceList = {
  title: 'Price management list',
  empty: 'No price yet',
  search: 'SKU ID',
  more: 'Show more',
  columns: {
    ...terms,
    ...parts,
    skuName: 'SKU',
    spuCode: 'SPU',
    areaId: 'Area',
    idcCode: 'Data centre',
    currency: 'Currency',
    previousPrice: 'Previous price',
    price: 'Effective price',
    state: 'Status',
    effective: 'In force between',
    asOf: 'As of the day',
    no: 'Document no.',
    creatorRole: 'Creator role',
    version: 'Version',
    enteredAt: 'Entered',
  },
  states: {
    pending: 'To Be Effective',
    effective: 'Effective',
    expired: 'Expired',
    inactivated: 'Inactivated',
  },
  ofKey: 'Prices of the same key',
  page: {
    row: 'Price',
    line: 'In time',
    history: 'History',
    self: 'followed by itself',
    ended: 'This version of the price no longer stands in the list',
    current: 'Open the version that stands',
    open: 'until replaced',
    facts: 'Price and key',
    more: 'Show earlier changes',
    noChange: 'No change',
  },
  acts: { put: 'New price', end: 'Ended', revoke: 'Revoked', extend: 'Extended', restore: 'Restored', cut: 'Shortened', split: 'Comes back', remove: 'Replaced' },
  bases,
  taxModes,
}

export type PriceListTexts = typeof priceList
