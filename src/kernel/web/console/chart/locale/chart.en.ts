/** Texts of pictures of amounts in English. */
export const chart = {
  asTable: 'As a table',
  label: '{title}, {currency}; the numbers are in the table below',
  failed: 'The picture could not be loaded. Its numbers are in the table.',
}

export type ChartTexts = typeof chart
