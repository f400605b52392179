/** Texts of the area for every page, in English; those of a document are loaded with its pages. */
export const area = {
  label: 'Prices',
  menu: {
    rows: 'Price management list',
    own: 'My prices',
    costs: 'Costs and floors',
    inquiry: 'Price inquiry',
    compare: 'Compare prices',
    rounding: 'Rounding of prices',
  },
  rights: {
    ownView: 'See the prices of the own company',
    ownExport: 'Export the prices of the own company',
    listView: 'See the price management list',
    listExport: 'Export the price management list',
    outcome: 'Note the outcome of a price review on its application',
    roundingView: 'See the rounding rules of prices',
    roundingEdit: 'Draft the rounding rules of prices',
    roundingPublish: 'Publish the rounding rules of prices',
    import: 'Import list prices',
    editCost: 'Enter what products cost',
    cost: 'See what products cost',
    margin: 'See margins of prices',
    floor: 'See the least margins of products',
  },
}

export type PriceAreaTexts = typeof area
