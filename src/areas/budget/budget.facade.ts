/**
 * All that other areas may call of this one: how their documents spend budgets (decision 045). A document that spends asks
 * `budgetsToSpend`, is refused by `checkSpending`, and its plans are `occupy`, `commit`, `release`; documents that go on with what
 * it occupies ask `occupationsOf` or `occupationsNamedBy`, are refused by `checkStages`, keep what they will take with `lock` at their
 * submit (`locksOf` their steps) and let go of it with `unlock`, or with the stages that are their plans.
 */
export {
  checkLocks,
  checkStages,
  freeOf,
  type Lock,
  locksOf,
  type Occupation,
  restOf,
  type StageAct,
  type Step,
  type Take,
} from './occupation.rules.ts'
export {
  budgetsToSpend,
  holdToSpend,
  occupationsNamedBy,
  occupationsOf,
  readBudgetsToSpend,
  readOccupations,
} from './server/spending.facts.ts'
export {
  accrue,
  type By,
  commit,
  execute,
  free,
  freeAccrual,
  lock,
  moveOn,
  occupy,
  recover,
  recoverFree,
  release,
  reopen,
  unlock,
} from './server/spending.plans.ts'
export { checkSpending, type SpendableBudget, type Spending } from './spending.rules.ts'
