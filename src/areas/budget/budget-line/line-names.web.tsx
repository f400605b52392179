import { useMemo, type ReactNode } from 'react'
import type { Options } from '#kernel/web/console/client/use-options.ts'
import { labelOf } from '#kernel/web/console/form/options.ts'
import { useOptionsOf } from '#kernel/web/console/form/reference-options.ts'
import { productLineReference } from '#areas/product/references.facade.ts'
import type { AccountSubject } from '../explain/explain-subject.web.ts'
import { periodText } from '../period/period.web.ts'
import { businessTypeReference } from '../references.facade.ts'
import { useCountries, useDepartments, usePools } from '../shared/budget-options.web.ts'
import type { BudgetLine } from './budget-line.list.ts'
import type { LineAmount } from './line-amounts.ts'
import { controlText } from './line-control.web.ts'
import { pageLabel } from './list-texts.web.ts'

// The names of the codes of a budget line, for its list and its page.

export interface LineNames {
  readonly pools: Options
  readonly departments: Options
  readonly countries: Options
  readonly businessTypes: Options
  readonly productLines: Options
}

export function useLineNames(idc: string): LineNames {
  const pools = usePools(idc)
  const departments = useDepartments(idc, '')
  const countries = useCountries(idc)
  const businessTypes = useOptionsOf(businessTypeReference, { idcCode: idc })
  const productLines = useOptionsOf(productLineReference, { idcCode: idc })
  return useMemo(
    () => ({ pools, departments, countries, businessTypes, productLines }),
    [pools, departments, countries, businessTypes, productLines],
  )
}

/** Codes with their names, and the control in words. */
export function lineCells(names: LineNames): Readonly<Record<string, (line: BudgetLine) => ReactNode>> {
  return {
    country: ({ countryName, projectCountryName }) =>
      projectCountryName === null ? countryName : pageLabel('ofProject', { country: projectCountryName }),
    project: (line) => line.projectName,
    pool: (line) => labelOf(names.pools, line.projectPoolCode),
    department: (line) => labelOf(names.departments, line.budgetDeptCode),
    businessType: (line) => labelOf(names.businessTypes, `${line.fscId}|${line.subBusiCode}`),
    productLine: (line) => labelOf(names.productLines, line.productLineCode),
    control: controlText,
  }
}

/** An amount of a line, to be explained. */
export function lineSubject(line: BudgetLine, amount: LineAmount): AccountSubject {
  return {
    kind: 'line',
    key: line.budgetCode,
    amount,
    currency: line.currency,
    name: line.budgetCode,
    note: [line.countryName, line.projectName, periodText(line.year, line.month)].filter(Boolean).join(' · '),
    amounts: line,
  }
}
