import { useMemo } from 'react'
import { textsOf } from '#kernel/web/console/form/draft/draft.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import { type FormOptions, monthOptions, type OptionList, yearOptions } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { budgetTransfer } from './budget-transfer.doc.ts'
import type { BudgetLine } from '../budget-line/budget-line.list.ts'
import { regionBase } from '../shared/budget-api.web.ts'
import {
  type AvailableChecked,
  availableOf,
  checkOfArea,
  useBudgetsStart,
  useProjectLines,
} from '../shared/budget-form.web.ts'
import { type AreaOption, useAreas, useBudgets } from '../shared/budget-options.web.ts'

/** The form of a budget transfer, on desktop and phone. */
export const form: FormSpec<AvailableChecked> = {
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
  check: checkOfArea('/budget/country/project/transfer/check'),
  lineValue: availableOf,
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
  const { toIdcCode = '', year = '' } = header
  const areas = useAreas()
  const receivers = useMemo(() => asReceiver(areas), [areas])
  const isOfProjects = header['level'] === 'project'
  const budgets = useBudgets(header, true, isOfProjects ? 'all' : 'country', isOfProjects ? withinCountry : givenTo)
  const projects = useProjectLines(toIdcCode, header)
  const fields = useMemo(
    () => ({
      toAreaId: receivers,
      year: yearOptions(year),
      month: monthOptions(),
    }),
    [receivers, year],
  )
  return useMemo(() => ({ fields, lines: { ...projects, fromBudgetCode: budgets } }), [fields, projects, budgets])
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
  return useBudgetsStart(query, ['country', 'project'], (header, chosen) => {
    const level = query.get('applyType') === 'project' || chosen[0]?.level === 'project' ? 'project' : 'country'
    const given = level === 'project' ? withinCountry : givenTo
    return {
      header: { ...header, level, toAreaId: header['areaId'] ?? '', toIdcCode: header['idcCode'] ?? '' },
      lines: chosen.map((line) => ({ fromBudgetCode: line.budgetCode, ...given(line) })),
    }
  })
}
