import { amount, readAmount } from '#kernel/base/money/money.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { VariableSpec } from '#kernel/engine/approval/approval-type.ts'
import { approvalRoutesErrors } from '../approval-routes.errors.ts'
import type { BandsContent, RatesContent } from '../approval-routes-wire.ts'
import { conditionProblem } from '../templates/condition.server.ts'

export interface AuthorityFacts {
  readonly currencies: ReadonlySet<string>
  readonly roles: ReadonlySet<string>
  /** Variables of all approval types, because a band applies to every type. */
  readonly variables: Readonly<Record<string, VariableSpec>>
  /** Control currencies of the areas: without one of them in a year's rates that area's documents could not be routed. */
  readonly needed: readonly string[]
}

/** All problems that prevent publishing a table of bands. */
export function checkBands({ currency, bands }: BandsContent, facts: AuthorityFacts): readonly Refusal[] {
  const problems: Refusal[] = []
  if (!facts.currencies.has(currency))
    problems.push(approvalRoutesErrors.unknownCurrency({ currency }, { field: 'currency' }))
  if (bands.length === 0) return [...problems, approvalRoutesErrors.noBands()]
  const codes = bands.map(({ code }) => code.trim())
  let below = amount('0')
  for (const [row, { code, upTo, levels, raisedWhen }] of bands.entries()) {
    if (code.trim() === '')
      problems.push(approvalRoutesErrors.required({ field: '@approval-routes.bands.code' }, { row, field: 'code' }))
    else if (codes.indexOf(code.trim()) !== row)
      problems.push(approvalRoutesErrors.codeTwice({ code }, { row, field: 'code' }))
    const isLast = row === bands.length - 1
    // Bands must cover every amount: the last band has no limit, every other has one.
    if (isLast !== (upTo === null)) problems.push(approvalRoutesErrors.bandOpen({}, { row, field: 'upTo' }))
    if (upTo !== null) {
      const limit = readAmount(upTo)
      if (typeof limit === 'string') problems.push(approvalRoutesErrors.notAmount({}, { row, field: 'upTo' }))
      else {
        if (limit.lte(below)) problems.push(approvalRoutesErrors.bandOrder({}, { row, field: 'upTo' }))
        below = limit
      }
    }
    if (levels.length === 0) problems.push(approvalRoutesErrors.noLevels({}, { row, field: 'levels' }))
    for (const level of levels) {
      if (!facts.roles.has(level))
        problems.push(approvalRoutesErrors.unknownRole({ role: level }, { row, field: 'levels' }))
    }
    const unreadable = raisedWhen
      ? conditionProblem(raisedWhen, facts.variables, { row, field: 'raisedWhen' }, true)
      : null
    if (unreadable) problems.push(unreadable)
  }
  return problems
}

const UNITS = /^\d{1,12}(\.\d{1,6})?$/

/** All problems that prevent publishing the rates of a year. */
export function checkRates({ base, rates }: RatesContent, facts: AuthorityFacts): readonly Refusal[] {
  const problems: Refusal[] = []
  if (!facts.currencies.has(base))
    problems.push(approvalRoutesErrors.unknownCurrency({ currency: base }, { field: 'base' }))
  const seen = new Set<string>()
  for (const [row, { currency, units }] of rates.entries()) {
    if (!facts.currencies.has(currency))
      problems.push(approvalRoutesErrors.unknownCurrency({ currency: currency || '/' }, { row, field: 'currency' }))
    else if (seen.has(currency))
      problems.push(approvalRoutesErrors.codeTwice({ code: currency }, { row, field: 'currency' }))
    seen.add(currency)
    if (!UNITS.test(units) || Number(units) === 0)
      problems.push(approvalRoutesErrors.notRate({}, { row, field: 'units' }))
    else if (currency === base && Number(units) !== 1)
      problems.push(approvalRoutesErrors.baseRate({}, { row, field: 'units' }))
  }
  const missing = facts.needed.filter((currency) => currency !== base && !seen.has(currency))
  return [...problems, ...missing.map((currency) => approvalRoutesErrors.rateMissingFor({ currency }))]
}
