import type { PriceCalendarTexts } from './price-calendar.en.ts'

/** 一个价格键的价格日历的中文文本。 */
export const priceCalendar: PriceCalendarTexts = {
  views: { month: '月', quarter: '季', year: '年' },
  view: '显示',
  before: '更早',
  after: '更晚',
  today: '今天',
  quarter: '{year} 年第 {quarter} 季度',
  week: '{week} 周',
  temporary: '临时价',
  back: '临时价结束后恢复',
  none: '该时段内没有此价格键的价格',
  price: '价格',
  days: '日期',
  state: '状态',
  document: '单据',
  bar: '{price}，{days}，{state}',
  list: '该时段内的价格',
}
