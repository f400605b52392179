/** The public interface of this area. */
export { CHOICES } from './selectors/choices.ts'
export { type Area, areaById, areaOf, countriesOf, visibleAreas } from './selectors/area.queries.ts'
export { publishBudgetRates } from './budget-rates/budget-rates.server.ts'
export { budgetRates, readsSeveralAreas } from './budget-rates/reporting-rates.server.ts'
export {
  curTopAreaId,
  currenciesOf,
  SELECTOR_BASE,
  selectorArea,
  selectorAreas,
  selectorParams,
  topAreaIdList,
} from './selectors/selector-area.server.ts'
