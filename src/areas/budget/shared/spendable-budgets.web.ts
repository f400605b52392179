import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { productLineReference } from '#areas/product/references.facade.ts'
import { JOINT } from '#kernel/engine/definition/view.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { labelOf, type Option, type OptionList } from '#kernel/web/console/form/options.ts'
import { useOptionsOf } from '#kernel/web/console/form/reference-options.ts'
import { useFound } from '#kernel/web/console/form/use-found.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import type { BudgetLine } from '../budget-line/budget-line.list.ts'
import { businessTypeReference } from '../references.facade.ts'
import { budgetApi } from './budget-api.web.ts'
import { budgetOption, BUDGETS, useCountries } from './budget-options.web.ts'

// Budgets for the documents of other areas, which spend from them.

/** What budgets are to be spent on: within these days, in an area, for goods of a class (none: of both). */
interface SpentOn {
  readonly idcCode: string
  /** First and last day, `2026-11-21`; empty while they are not known. */
  readonly firstDay: string
  readonly lastDay: string
  readonly productClass?: string
  readonly words: SpendingWords
}

/** The pages that choose budgets have no texts of the pages of budgets. */
export interface SpendingWords {
  /** Before the amount that is available. */
  readonly available: string
  /** Says why no budget is offered; months are null while the days are not known, and the country while the customer is not. */
  readonly whyNone: (asked: {
    readonly hasArea: boolean
    readonly months: readonly [first: string, last: string] | null
    readonly country: string | null
    readonly productClass: string
  }) => string
}

/**
 * Active budgets of the months of these days, to spend from: another area's document chooses one per line, and of a country's only
 * for customers of it. In a longer list, one is searched by its code or project.
 */
export function useSpendableBudgets(on: SpentOn): OptionList {
  const { idcCode, firstDay, lastDay, productClass = '', words } = on
  const { available, whyNone: says } = words
  const [first, last] = [firstDay.slice(0, 7), lastDay.slice(0, 7)]
  const isKnown = /^\d{4}-\d\d$/.test(first) && /^\d{4}-\d\d$/.test(last)
  const [year, month] = first.slice(0, 4) === last.slice(0, 4) ? first.split('-').map(Number) : []
  const filters = {
    level: 'all',
    ...(year === undefined ? {} : { year }),
    ...(first === last && month !== undefined ? { month } : {}),
    ...(productClass ? { productClass } : {}),
  }
  const read = (more: object = {}) =>
    budgetApi.lines(idcCode, { page: 1, limit: BUDGETS, ...filters, ...more }, { handles: true })
  const names = useBudgetNames(idcCode, productClass)
  const { data, isLoading, isError, refetch } = useQuery({
    queryKey: queryKeys.list('budgetLine', ['spendable', idcCode, filters]),
    queryFn: () => read(),
    enabled: idcCode !== '' && isKnown,
  })
  const isWithin = (line: BudgetLine) => monthOf(line) >= first && monthOf(line) <= last
  const list = useMemo(
    () => ({
      options: isError
        ? []
        : (data?.records ?? [])
            .filter((line) => monthOf(line) >= first && monthOf(line) <= last)
            .map((line) => spendableOption(line, names, available)),
      isLoading,
      onRetry: isError ? () => void refetch() : undefined,
    }),
    [data, isLoading, isError, refetch, names, available, first, last],
  )
  const countries = useCountries(idcCode)
  const whyNone = useCallback(
    ({ customerCountryCode = '' }: Values) =>
      says({
        hasArea: idcCode !== '',
        months: isKnown ? [first, last] : null,
        country: customerCountryCode === '' ? null : nameOf(countries, customerCountryCode),
        productClass,
      }),
    [says, idcCode, isKnown, first, last, countries, productClass],
  )
  const found = useFound(list, {
    key: [idcCode, first, last, productClass],
    most: BUDGETS,
    search: async (word) => {
      const code = word.trim().toUpperCase()
      const [budgets, projects] = await Promise.all([read({ budgetCode: code }), read({ projectCode: code })])
      return [...budgets.records, ...projects.records].filter(isWithin)
    },
    toOption: (line) => spendableOption(line, names, available),
  })
  return useMemo(() => ({ ...found, whyNone }), [found, whyNone])
}

/** The name alone, without its code, as part of a sentence. */
const nameOf = (list: OptionList, code: string) => labelOf(list, code).split(' / ').at(-1) ?? code

const monthOf = ({ year, month }: BudgetLine) => `${year}-${String(month).padStart(2, '0')}`

interface BudgetNames {
  readonly businessTypes: ReadonlyMap<string, string>
  readonly productLines: ReadonlyMap<string, string>
}

/** Names of business types and product lines by their codes. */
function useBudgetNames(idcCode: string, productClass: string): BudgetNames {
  const types = useOptionsOf(businessTypeReference, { idcCode })
  const lines = useOptionsOf(productLineReference, { idcCode, productClass })
  return useMemo(() => {
    const named = ({ options }: OptionList) => new Map(options.map(({ value, label }) => [value, label]))
    return { businessTypes: named(types), productLines: named(lines) }
  }, [types, lines])
}

/** A budget by what it is for: project, business type, product line and month; below it what is left, and where it pays. */
export function spendableOption(
  line: BudgetLine,
  { businessTypes, productLines }: BudgetNames,
  available: string,
): Option {
  const { budgetCode, fscId, subBusiCode, productLineCode, countryCode, projectCountryCode } = line
  const { detail = '', search, label } = budgetOption(line, {})
  const type = businessTypes.get(`${fscId}${JOINT}${subBusiCode}`) ?? subBusiCode
  return {
    value: budgetCode,
    label: `${label} · ${monthOf(line)}`,
    detail: [`${available} ${detail}`, type, productLines.get(productLineCode) ?? productLineCode].join(' · '),
    ...(search === undefined ? {} : { search: `${search} ${line.budgetDeptCode} ${line.projectPoolCode}` }),
    // It pays customers of its own country; a project budget those of its project's.
    of: { customerCountryCode: projectCountryCode ?? countryCode },
  }
}
