/** All that other areas may call of this one. */
export { CHOICES } from './choices.ts'
export { type Area, areaById, areaOf, countriesOf, visibleAreas } from './server/area.queries.ts'
export { publishBudgetRates } from './server/budget-rates.ts'
export {
  curTopAreaId,
  currenciesOf,
  SELECTOR_BASE,
  selectorArea,
  selectorAreas,
  selectorParams,
  topAreaIdList,
} from './server/selector-area.ts'
