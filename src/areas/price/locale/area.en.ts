/** Texts of the area for every page, in English; those of a document are loaded with its pages. */
export const area = {
  label: 'Prices',
  menu: { costs: 'Costs and floors' },
  rights: {
    import: 'Import list prices',
    editCost: 'Enter what products cost',
    cost: 'See what products cost',
    margin: 'See margins of prices',
    floor: 'See the least margins of products',
  },
}

export type PriceAreaTexts = typeof area
