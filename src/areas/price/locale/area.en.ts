/** Texts of the area for every page, in English; those of a document are loaded with its pages. */
export const area = {
  label: 'Prices',
  menu: { rows: 'Price management list' },
  rights: {
    listView: 'See the price management list',
    listExport: 'Export the price management list',
    cost: 'See what products cost',
    margin: 'See margins of prices',
    floor: 'See the least margins of products',
  },
}

export type PriceAreaTexts = typeof area
