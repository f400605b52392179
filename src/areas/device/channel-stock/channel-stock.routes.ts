import { type TProperties, Type } from 'typebox'
import { nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { rowSchema } from '#kernel/engine/read-list/list-schemas.ts'
import { requireDays } from '#kernel/engine/read-list/require-days.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { channelStock as en } from './channel-stock.en.ts'
import { channelStock as zh } from './channel-stock.zh.ts'
import { stock } from './channel-stock.list.ts'
import { channelStockCount, type ChannelStockFilters, channelStockRows } from './channel-stock.queries.ts'

type Query = ListQuery<ChannelStockFilters, undefined>

export const stockList = serveList(stock, {
  check: (given: ChannelStockFilters) => requireDays(given, ['day']),
  summaries: {
    page: 'Stock of customers at the end of a day by product and age, and for how many weeks it lasts at the sales of 28 days',
    count: 'How many customers and products have stock, or sold, on a day',
  },
  row: Type.Object({
    ...(rowSchema(stock) as { properties: TProperties }).properties,
    weeks: nullable(text),
  }),
  read: (tx, { principal, language, asked, sort }: Query, place) =>
    tx.rows(channelStockRows(principal, language, asked, sort, place)),
  total: async (tx, { principal, asked }) => (await tx.first(channelStockCount(principal, asked)))?.total ?? 0,
  texts: { channelStock: { en, zh } },
})
