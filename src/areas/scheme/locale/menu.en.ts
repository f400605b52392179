/** Labels of the area's pages and rights, in English. */
export const menu = {
  group: 'Schemes',
  schemes: 'Schemes',
  detail: 'Scheme',
  application: 'Policy application',
  withholdRun: 'Month-end withhold',
  proposals: 'Price protection proposals',
  ownSchemes: 'My schemes',
  ownClaims: 'My claims',
  ownView: 'See schemes and claims of the customer that one works for',
  ownExport: 'Export schemes and claims of the customer that one works for',
}

export type SchemeMenu = typeof menu
