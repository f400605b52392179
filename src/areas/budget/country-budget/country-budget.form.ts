import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { post } from '#kernel/web/console/client/api.ts'
import type { CheckResult } from '#kernel/web/console/client/document-api.ts'
import { areaTexts } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { textsOf } from '#kernel/web/console/form/draft/draft.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import { type FormOptions, monthOptions, thisMonth, yearOptions } from '#kernel/web/console/form/options.ts'
import { useOptionsOf } from '#kernel/web/console/form/reference-options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { countryBudget } from './country-budget.doc.ts'
import type { BudgetTexts } from '../locale/en.ts'
import { APPLY_TYPES, type ApplyType, budgetApi, type BudgetLine, regionBase } from '../shared/budget-api.web.ts'
import {
  useAreas,
  useBudgets,
  useBusinessTypes,
  useProductLines,
  withoutCountry,
} from '../shared/budget-options.web.ts'
import { projectReference } from '../references.facade.ts'
import { formFields, lineColumns } from './country-budget.columns.web.ts'

const t = areaTexts<BudgetTexts>('budget')

/** The soft check's answer, with currently available amounts. */
interface BudgetChecked extends CheckResult {
  readonly poolAvailable: { readonly amount: string; readonly currency: string } | null
  readonly lines: readonly { readonly row: number; readonly available: string | null }[]
}

/** The form of a country budget application, on desktop and phone. */
export const countryBudgetForm: FormSpec<BudgetChecked> = {
  definition: countryBudget,
  // Pool, department and region belong to the area, as do the lines' countries and projects (B23).
  resets: {
    areaId: {
      fields: ['budgetDeptCode', 'projectPoolCode', 'regionCode'],
      lines: ['budgetCode', 'countryCode', 'projectCode'],
    },
    level: { fields: ['fundedBy'], lines: ['budgetCode', 'countryCode'] },
  },
  formFields,
  useOptions,
  useStart,
  lineColumns,
  requiredColumns: (header) => [
    ...(header['applyType'] === 'revoke' ? ['budgetCode'] : []),
    ...(header['level'] === 'project' ? [] : ['countryCode']),
  ],
  check: (input, options) => {
    const base = regionBase(String(input['idcCode']))
    return post<BudgetChecked>(`${base}/budget/country/check`, input, options)
  },
  limits: ({ poolAvailable }, { header }) =>
    poolAvailable && poolAvailable.currency === header['currency']
      ? [
          {
            field: 'projectPoolCode',
            label: t('page.buckets.available'),
            available: poolAvailable.amount,
            currency: poolAvailable.currency,
            isTakenFrom: header['applyType'] === 'grant' && header['fundedBy'] !== 'project',
          },
        ]
      : [],
  lineValue: ({ lines }, _column, row) => lines.find((line) => line.row === row)?.available ?? null,
  workbook: {
    kind: 'country-budget-lines',
    parse: ({ idcCode }) => (idcCode ? `${regionBase(idcCode)}/budget/country/edit/parse` : null),
  },
}

function useOptions(header: Values): FormOptions {
  const { idcCode = '', productClass = '', year = '' } = header
  const projects = useOptionsOf(projectReference, header)
  const businessTypes = useBusinessTypes(idcCode)
  const productLines = useProductLines(idcCode)
  const isOfProjects = header['level'] === 'project'
  const budgets = useBudgets(
    header,
    header['applyType'] === 'revoke',
    isOfProjects ? 'project' : 'country',
    revokedFrom,
  )
  const fields = useMemo(() => ({ year: yearOptions(year), month: monthOptions() }), [year])
  const lines = useMemo(
    () => ({
      projectCode: isOfProjects ? withoutCountry(projects) : projects,
      fscId: businessTypes,
      // Of the application's product class: mixing is refused (B7).
      productLineCode: {
        ...productLines,
        options: productLines.options.filter((option) => option.productClass === productClass),
      },
      budgetCode: budgets,
    }),
    [projects, businessTypes, productLines, budgets, productClass, isOfProjects],
  )
  return useMemo(() => ({ fields, lines }), [fields, lines])
}

function applyTypeOf(asked: string | null): ApplyType {
  return APPLY_TYPES.find((each) => each === asked) ?? 'grant'
}

/** Values of a line that follow from its budget. */
function revokedFrom(line: BudgetLine): Values {
  const { budgetCode: _, ...sets } = lineOf(line)
  return sets
}

/** A budget as a line of the form. */
function lineOf(line: BudgetLine): Values {
  const { remark: _, amount: __, ...values } = textsOf(countryBudget.lines, { ...line })
  return values
}

/** The address contains type, area and, from the list, the selected budgets, which share all header values (B7). */
function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
  const areas = useAreas()
  const codes = (query.get('countryBudgetCodes') ?? '').split(',').filter(Boolean)
  const area =
    areas.options.find((option) => option.value === query.get('topAreaId')) ??
    areas.options.find((option) => option.sets?.['idcCode'] === query.get('idcCode')) ??
    areas.options[0]
  const idcCode = area?.sets?.['idcCode'] ?? ''
  const budgets = useQuery({
    queryKey: queryKeys.list('budgetLine', ['chosen', codes.join(',')]),
    queryFn: () => budgetApi.lines(idcCode, { page: 1, limit: 200, budgetCode: codes }),
    enabled: codes.length > 0 && idcCode !== '',
    staleTime: Infinity,
  })
  if (areas.onRetry) return { onRetry: areas.onRetry }
  if (!area || (codes.length > 0 && budgets.isPending)) return null
  const chosen = budgets.data?.records ?? []
  const [first] = chosen
  const header = {
    applyType: applyTypeOf(query.get('applyType')),
    level: (first?.level ?? query.get('level')) === 'project' ? 'project' : 'country',
    fundedBy: query.get('fundedBy') === 'project' ? 'project' : 'pool',
    areaId: area.value,
    ...area.sets,
    year: String(first?.year ?? thisMonth().year),
    month: String(first?.month ?? thisMonth().month),
    productClass: first?.productClass ?? 'phone',
    budgetDeptCode: first?.budgetDeptCode ?? '',
    projectPoolCode: first?.projectPoolCode ?? '',
    ...(first ? { currency: first.currency } : {}),
    regionCode: '',
    reason: '',
  }
  return { header, lines: chosen.map(lineOf) }
}
