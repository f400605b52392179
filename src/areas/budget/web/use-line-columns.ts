import { useQuery } from '@tanstack/react-query'
import { createElement, useMemo } from 'react'
import { Amount } from '#kernel/ui/Amount.tsx'
import { queryKeys } from '#kernel/console/client/query-keys.ts'
import type { Options } from '#kernel/console/client/use-options.ts'
import type { SheetColumn, Values } from '#kernel/console/sheet/sheet-columns.ts'
import type { ApplicationHeader } from './application-form.ts'
import { budgetApi, type BudgetLine } from './budget-api.ts'
import {
  useBusinessTypes,
  useCountries,
  useProductLines,
  useProjects,
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
  const countries = useCountries(idcCode)
  const projects = useProjects(idcCode, header.projectPoolCode)
  const businessTypes = useBusinessTypes(idcCode)
  const productLines = useProductLines(idcCode)
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

function useBudgets(header: ApplicationHeader): RevokeBudgets {
  const { idcCode, year, month, projectPoolCode, budgetDeptCode, productClass } = header
  const filters = { year: Number(year), month: Number(month), projectPoolCode, budgetDeptCode, productClass }
  const isKnown = Boolean(idcCode && projectPoolCode && budgetDeptCode && year && month)
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.list('budgetLine', ['revoke', idcCode, filters]),
    queryFn: () => budgetApi.lines(idcCode, { page: 1, limit: BUDGETS, ...filters }, { handles: true }),
    enabled: header.applyType === 'revoke' && isKnown,
  })
  return useMemo(
    () => ({
      lines: isError ? [] : (data?.records ?? []),
      onRetry: isError ? () => void refetch() : undefined,
    }),
    [data, isError, refetch],
  )
}

interface RevokeBudgets {
  readonly lines: readonly BudgetLine[]
  readonly onRetry: (() => void) | undefined
}

function budgetColumn({ lines: budgets, onRetry }: RevokeBudgets): SheetColumn {
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
    onRetry,
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
  countries: Options,
  projects: Options<ProjectOption>,
  businessTypes: Options,
  productLines: Options<ProductOption>,
  productClass: string,
  isFrozen: boolean,
): readonly SheetColumn[] {
  const ofClass = productLines.options.filter((line) => line.productClass === productClass)
  return [
    {
      key: 'countryCode',
      title: lineFieldLabel('countryCode'),
      width: 140,
      kind: 'choice',
      isRequired: true,
      isFrozen,
      options: () => countries.options,
      onRetry: countries.onRetry,
    },
    {
      key: 'projectCode',
      title: lineFieldLabel('projectCode'),
      width: 200,
      kind: 'choice',
      isRequired: true,
      options: (row: Values) =>
        row['countryCode']
          ? projects.options.filter((project) => project.countryCode === row['countryCode'])
          : projects.options,
      onRetry: projects.onRetry,
    },
    {
      key: 'businessType',
      title: pageLabel('businessType'),
      width: 210,
      kind: 'choice',
      isRequired: true,
      options: () => businessTypes.options,
      onRetry: businessTypes.onRetry,
    },
    {
      key: 'productLineCode',
      title: lineFieldLabel('productLineCode'),
      width: 150,
      kind: 'choice',
      isRequired: true,
      options: () => ofClass,
      onRetry: productLines.onRetry,
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
