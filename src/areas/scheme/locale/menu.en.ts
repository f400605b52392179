/** Labels of the area's pages and rights, in English. */
export const menu = {
  group: 'Schemes',
  schemes: 'Schemes',
  detail: 'Scheme',
  application: 'Policy application',
  withholdRun: 'Month-end withhold',
}

export type SchemeMenu = typeof menu
