import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { post } from '#kernel/web/console/client/api.ts'
import type { CheckResult } from '#kernel/web/console/client/document-api.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { textsOf } from '#kernel/web/console/form/draft/draft.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import {
  type FormOptions,
  monthOptions,
  type OptionList,
  thisMonth,
  yearOptions,
} from '#kernel/web/console/form/options.ts'
import { useOptionsOf } from '#kernel/web/console/form/reference-options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { budgetTransfer } from './budget-transfer.doc.ts'
import { projectReference } from '../references.facade.ts'
import { budgetApi, type BudgetLine, regionBase } from '../shared/budget-api.web.ts'
import {
  type AreaOption,
  useAreas,
  useBudgets,
  useBusinessTypes,
  useProductLines,
  withoutCountry,
} from '../shared/budget-options.web.ts'

interface TransferChecked extends CheckResult {
  readonly lines: readonly { readonly row: number; readonly available: string | null }[]
}

/** The form of a budget transfer, on desktop and phone. */
export const budgetTransferForm: FormSpec<TransferChecked> = {
  definition: budgetTransfer,
  // Pool and department belong to the giving area, the lines' codes to the receiving one (B23).
  resets: {
    areaId: { fields: ['budgetDeptCode', 'projectPoolCode'], lines: ['fromBudgetCode'] },
    toAreaId: { lines: ['countryCode', 'projectCode'] },
    level: { lines: ['fromBudgetCode', 'countryCode', 'projectCode'] },
  },
  requiredColumns: (header) => (header['level'] === 'project' ? [] : ['countryCode']),
  useOptions,
  useStart,
  check: (input, options) => {
    const base = regionBase(String(input['idcCode']))
    return post<TransferChecked>(`${base}/budget/country/project/transfer/check`, input, options)
  },
  lineValue: ({ lines }, _column, row) => lines.find((line) => line.row === row)?.available ?? null,
  workbook: {
    kind: 'budget-transfer-lines',
    parse: ({ idcCode }) => (idcCode ? `${regionBase(idcCode)}/budget/country/transfer/parse` : null),
  },
}

/** The same areas, as receiver options. */
function asReceiver({ options, ...list }: OptionList<AreaOption>): OptionList {
  return { ...list, options: options.map((option) => ({ ...option, sets: { toIdcCode: option.idcCode } })) }
}

function useOptions(header: Values): FormOptions {
  const { toIdcCode = '', projectPoolCode = '', productClass = '', year = '' } = header
  const areas = useAreas()
  const receivers = useMemo(() => asReceiver(areas), [areas])
  const isOfProjects = header['level'] === 'project'
  const budgets = useBudgets(header, true, isOfProjects ? 'all' : 'country', isOfProjects ? withinCountry : givenTo)
  const projects = useOptionsOf(projectReference, { idcCode: toIdcCode, projectPoolCode })
  const businessTypes = useBusinessTypes(toIdcCode)
  const productLines = useProductLines(toIdcCode)
  const fields = useMemo(
    () => ({
      toAreaId: receivers,
      year: yearOptions(year),
      month: monthOptions(),
    }),
    [receivers, year],
  )
  const lines = useMemo(
    () => ({
      fromBudgetCode: budgets,
      projectCode: isOfProjects ? withoutCountry(projects) : projects,
      fscId: businessTypes,
      productLineCode: {
        ...productLines,
        options: productLines.options.filter((option) => option.productClass === productClass),
      },
    }),
    [budgets, projects, businessTypes, productLines, productClass, isOfProjects],
  )
  return useMemo(() => ({ fields, lines }), [fields, lines])
}

/** Transfers are mostly for the same purpose: country and project are chosen, the rest is prefilled. */
function givenTo(line: BudgetLine): Values {
  const { fscId = '', productLineCode = '' } = textsOf(budgetTransfer.lines, { ...line })
  return { fscId, productLineCode }
}

/** Between projects the money stays in its country; a project budget has none. */
function withinCountry(line: BudgetLine): Values {
  return { ...givenTo(line), countryCode: line.countryCode }
}

/** The address contains the area and, from the list, the selected giving budgets. */
function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
  const areas = useAreas()
  const codes = (query.get('countryBudgetCodes') ?? '').split(',').filter(Boolean)
  const area =
    areas.options.find((option) => option.value === query.get('topAreaId')) ??
    areas.options.find((option) => option.idcCode === query.get('idcCode')) ??
    areas.options[0]
  const idcCode = area?.idcCode ?? ''
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
  const level = query.get('applyType') === 'project' || first?.level === 'project' ? 'project' : 'country'
  const given = level === 'project' ? withinCountry : givenTo
  const header = {
    level,
    areaId: area.value,
    ...area.sets,
    toAreaId: area.value,
    toIdcCode: idcCode,
    year: String(first?.year ?? thisMonth().year),
    month: String(first?.month ?? thisMonth().month),
    productClass: first?.productClass ?? 'phone',
    budgetDeptCode: first?.budgetDeptCode ?? '',
    projectPoolCode: first?.projectPoolCode ?? '',
    ...(first ? { currency: first.currency } : {}),
    reason: '',
  }
  return { header, lines: chosen.map((line) => ({ fromBudgetCode: line.budgetCode, ...given(line) })) }
}
