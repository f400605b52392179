import { useMemo } from 'react'
import { areaTexts } from '#kernel/web/console/client/i18n.ts'
import { textsOf } from '#kernel/web/console/form/draft/draft.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import { type FormOptions, monthOptions, yearOptions } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { countryBudget } from './country-budget.doc.ts'
import type { BudgetTexts } from '../locale/en.ts'
import type { BudgetLine } from '../budget-line/budget-line.list.ts'
import { APPLY_TYPES, type ApplyType, regionBase } from '../shared/budget-api.web.ts'
import {
  type AvailableChecked,
  availableOf,
  checkOfArea,
  useBudgetsStart,
  useProjectLines,
} from '../shared/budget-form.web.ts'
import { useBudgets } from '../shared/budget-options.web.ts'
import { formFields } from './country-budget.columns.web.ts'
import { lineColumns } from './line-columns.ts'

const t = areaTexts<BudgetTexts>('budget')

interface BudgetChecked extends AvailableChecked {
  readonly poolAvailable: { readonly amount: string; readonly currency: string } | null
}

/** The form of a country budget application, on desktop and phone. */
export const form: FormSpec<BudgetChecked> = {
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
  check: checkOfArea('/budget/country/check'),
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
  lineValue: availableOf,
  workbook: {
    kind: 'country-budget-lines',
    parse: ({ idcCode }) => (idcCode ? `${regionBase(idcCode)}/budget/country/edit/parse` : null),
  },
}

function useOptions(header: Values): FormOptions {
  const { idcCode = '', year = '' } = header
  const projects = useProjectLines(idcCode, header)
  const isOfProjects = header['level'] === 'project'
  const budgets = useBudgets(
    header,
    header['applyType'] === 'revoke',
    isOfProjects ? 'project' : 'country',
    revokedFrom,
  )
  const fields = useMemo(() => ({ year: yearOptions(year), month: monthOptions() }), [year])
  return useMemo(() => ({ fields, lines: { ...projects, budgetCode: budgets } }), [fields, projects, budgets])
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

/** The address contains type, area and, from the list, the selected budgets. */
function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
  return useBudgetsStart(query, APPLY_TYPES, (header, chosen) => ({
    header: {
      ...header,
      applyType: applyTypeOf(query.get('applyType')),
      level: (chosen[0]?.level ?? query.get('level')) === 'project' ? 'project' : 'country',
      fundedBy: query.get('fundedBy') === 'project' ? 'project' : 'pool',
      regionCode: '',
    },
    lines: chosen.map(lineOf),
  }))
}
