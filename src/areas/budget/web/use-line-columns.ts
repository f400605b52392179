import { useQuery } from '@tanstack/react-query'
import { createElement, useMemo } from 'react'
import { Amount } from '#kernel/ui/Amount.tsx'
import { queryKeys } from '#kernel/console/client/query-keys.ts'
import type { SheetColumn, Values } from '#kernel/console/sheet/sheet-columns.ts'
import type { ApplicationHeader } from './application-form.ts'
import { budgetApi, type BudgetLine } from './budget-api.ts'
import {
  useBusinessTypes,
  useCountries,
  useProductLines,
  useProjects,
  type Option,
  type ProductOption,
  type ProjectOption,
} from './budget-options.ts'
import { lineFieldLabel, pageLabel } from './budget-texts.ts'

/** Budgets that a revoke may take from: those of the header, so that B7 holds from the start. */
const BUDGETS = 500

/** Columns of the line sheet. A grant says for what; a revoke names the budget, which says it. */
export function useLineColumns(
  header: ApplicationHeader,
  availableOf: (row: number) => string | null,
): readonly SheetColumn[] {
  const { idcCode } = header
  const countries = useCountries(idcCode).options
  const projects = useProjects(idcCode, header.projectPoolCode).options
  const businessTypes = useBusinessTypes(idcCode).options
  const productLines = useProductLines(idcCode).options
  const budgets = useBudgets(header)
  return useMemo(() => {
    const subject = subjectColumns(
      countries,
      projects,
      businessTypes,
      productLines,
      header.productClass,
      header.applyType === 'grant',
    )
    return [
      ...(header.applyType === 'revoke' ? [budgetColumn(budgets)] : []),
      ...subject,
      ...amountColumns(availableOf),
    ]
  }, [countries, projects, businessTypes, productLines, budgets, header.applyType, header.productClass, availableOf])
}

function useBudgets(header: ApplicationHeader): readonly BudgetLine[] {
  const { idcCode, year, month, projectPoolCode, budgetDeptCode, productClass } = header
  const filters = { year: Number(year), month: Number(month), projectPoolCode, budgetDeptCode, productClass }
  const isKnown = Boolean(idcCode && projectPoolCode && budgetDeptCode && year && month)
  const { data } = useQuery({
    queryKey: queryKeys.list('budgetLine', ['revoke', idcCode, filters]),
    queryFn: () => budgetApi.lines(idcCode, { page: 1, limit: BUDGETS, ...filters }),
    enabled: header.applyType === 'revoke' && isKnown,
  })
  return data?.records ?? NONE
}

const NONE: readonly BudgetLine[] = []

function budgetColumn(budgets: readonly BudgetLine[]): SheetColumn {
  const options = budgets.map((line) => ({
    value: line.budgetCode,
    label: `${line.budgetCode} / ${line.countryName} ${line.projectName}`,
  }))
  const byCode = new Map(budgets.map((line) => [line.budgetCode, line]))
  return {
    key: 'budgetCode',
    title: lineFieldLabel('budgetCode'),
    width: 280,
    kind: 'choice',
    isRequired: true,
    isFrozen: true,
    options: () => options,
    also: (code): Values => {
      const line = byCode.get(code)
      return line
        ? {
            countryCode: line.countryCode,
            projectCode: line.projectCode,
            businessType: `${line.fscId}|${line.subBusiCode}`,
            productLineCode: line.productLineCode,
          }
        : {}
    },
  }
}

function subjectColumns(
  countries: readonly Option[],
  projects: readonly ProjectOption[],
  businessTypes: readonly Option[],
  productLines: readonly ProductOption[],
  productClass: string,
  isFrozen: boolean,
): readonly SheetColumn[] {
  const ofClass = productLines.filter((line) => line.productClass === productClass)
  return [
    {
      key: 'countryCode',
      title: lineFieldLabel('countryCode'),
      width: 140,
      kind: 'choice',
      isRequired: true,
      isFrozen,
      options: () => countries,
    },
    {
      key: 'projectCode',
      title: lineFieldLabel('projectCode'),
      width: 200,
      kind: 'choice',
      isRequired: true,
      options: (row: Values) =>
        row['countryCode'] ? projects.filter((project) => project.countryCode === row['countryCode']) : projects,
    },
    {
      key: 'businessType',
      title: pageLabel('businessType'),
      width: 210,
      kind: 'choice',
      isRequired: true,
      options: () => businessTypes,
    },
    {
      key: 'productLineCode',
      title: lineFieldLabel('productLineCode'),
      width: 150,
      kind: 'choice',
      isRequired: true,
      options: () => ofClass,
    },
  ]
}

function amountColumns(availableOf: (row: number) => string | null): readonly SheetColumn[] {
  return [
    { key: 'amount', title: lineFieldLabel('amount'), width: 140, kind: 'amount', isRequired: true },
    {
      key: 'availableAmount',
      title: lineFieldLabel('availableAmount'),
      width: 130,
      kind: 'shown',
      align: 'right',
      render: (_row, index) => createElement(Amount, { value: availableOf(index) }),
    },
    { key: 'remark', title: lineFieldLabel('remark'), width: 120, kind: 'text', maxLength: 200 },
  ]
}
