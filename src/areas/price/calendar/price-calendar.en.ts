/** The calendar of the prices of one key, in English. */
export const priceCalendar = {
  views: { month: 'Month', quarter: 'Quarter', year: 'Year' },
  view: 'Shown',
  before: 'Earlier',
  after: 'Later',
  today: 'Today',
  quarter: 'Q{quarter} {year}',
  week: 'W{week}',
  temporary: 'temporary',
  back: 'comes back after the temporary price',
  none: 'No price of this key in this time',
  price: 'Price',
  days: 'Days',
  state: 'Status',
  document: 'Document',
  bar: '{price}, {days}, {state}',
  list: 'Prices in this time',
}

export type PriceCalendarTexts = typeof priceCalendar
