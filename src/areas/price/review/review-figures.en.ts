/** Texts of the figures that a price review is decided by, in English; loaded with their table alone. */
export const reviewFigures = {
  title: 'What it changes: sales of the last {days} days, and the stock of its customers',
  soldUnits: 'Units sold',
  marginBefore: 'Margin at the price before',
  marginAfter: 'Margin at the new price',
  stockUnits: 'Units in stock',
  protection: 'Price protection at most',
  fallsOut: 'Later prices that go',
  total: 'Total',
  leftOut: '{count} further lines are not counted here',
}

export type ReviewFigureTexts = typeof reviewFigures
