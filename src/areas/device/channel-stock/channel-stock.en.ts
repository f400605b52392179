import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

export const channelStock = {
  title: 'Channel stock',
  note: 'Units for sale with customers and their stores at the end of a day, by the days since the customer got them. Weeks of supply: the stock of the customer and its dealers, at their sales to consumers in the 28 days before.',
  empty: 'No stock is counted for that day.',
  weeksOver: 'Weeks above',
  columns: {
    id: 'Row',
    day: 'End of',
    customerCode: 'Customer code',
    customerName: 'Customer',
    skuCode: 'SKU ID',
    skuName: 'Product',
    units: 'Units',
    days30: 'To 30 days',
    days60: '31 to 60 days',
    days90: '61 to 90 days',
    older: 'Over 90 days',
    channelUnits: 'Units with dealers',
    channelSold: 'Sold in 28 days',
    weeks: 'Weeks of supply',
  },
}

export type ChannelStockTexts = TextShape<typeof channelStock>
