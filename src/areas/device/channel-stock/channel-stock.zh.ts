import type { ChannelStockTexts } from './channel-stock.en.ts'

export const channelStock: ChannelStockTexts = {
  title: '渠道库存',
  note: '客户及其门店当日日终的可售库存，按客户收货后的天数分段。库存周数：客户与其下级经销商的库存 ÷ 此前28天面向消费者的周均销量。',
  empty: '该日没有已统计的库存。',
  weeksOver: '可售周数超过',
  columns: {
    id: '行',
    day: '日终',
    customerCode: '客户编码',
    customerName: '客户',
    skuCode: 'SKU编码',
    skuName: '产品',
    units: '库存数量',
    days30: '30天以内',
    days60: '31至60天',
    days90: '61至90天',
    older: '90天以上',
    channelUnits: '含下级经销商库存',
    channelSold: '28天销量',
    weeks: '库存周数',
  },
}
