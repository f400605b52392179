/**
 * The public interface of this area: how documents spend budgets (decision 045). A spending document reads
 * `budgetsToSpend`, is refused by `checkSpending`, and its plans are `occupy`, `commit`, `release`; follow-up documents read
 * `encumbrancesOf` or `encumbrancesFoundBy`, are refused by `checkStages`, lock amounts with `lock` at their submit (`locksOf` their steps)
 * and release them with `unlock`, or consume them with `moveOn`, whose steps are the stages.
 */
export {
  type Carried,
  type Carry,
  type CarryOption,
  checkCarries,
  checkCarryBack,
  locksOfCarried,
  type EncumbranceToCarry,
} from './year-end/carry-over.rules.ts'
export { type NamedChannel, namedChannels } from './country-budget/named-channels.server.ts'
export { budgetFigures, moneyIn } from './shared/budget-figures.facts.ts'
export { checkLocks, type Lock, locksOf } from './spending/encumbrance-lock.rules.ts'
export {
  checkStages,
  freeOf,
  monthClosed,
  movesOf,
  type Encumbrance,
  recoveryAct,
  type EncumbranceStep,
} from './spending/encumbrance.rules.ts'
export {
  carriedFoundBy,
  carriedNamedBy,
  carriedEncumbrancesNamedBy,
  carriesOf,
  holdToCarryFoundBy,
  encumbrancesToCarry,
  encumbrancesToCarryFoundBy,
  readCarried,
  readCarries,
  readEncumbrancesToCarry,
} from './year-end/carry-over.facts.ts'
export { carriedOverAt } from './year-end-cockpit/carry-over-pages.server.ts'
export { carry, carryBack, carryOver, dropCarry } from './year-end/carry-over.plans.ts'
export { encumbrancesFoundBy, encumbrancesOf, readEncumbrances } from './spending/encumbrance.facts.ts'
export {
  budgetsToSpend,
  holdToPostFoundBy,
  holdToSpend,
  paidCountry,
  readBudgetsToSpend,
} from './spending/spending.facts.ts'
export { type SpendingDocument, commit, lock, moveOn, occupy, release, unlock } from './spending/spending.plans.ts'
export { checkSpending, type SpendableBudget, type Spending } from './spending/spending.rules.ts'
