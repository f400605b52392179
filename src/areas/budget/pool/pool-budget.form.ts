import { useMemo } from 'react'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import { type FormOptions, thisMonth, yearOptions } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { poolBudget } from './pool-budget.doc.ts'
import { type AvailableChecked, availableOf, checkOfArea, useAreaStart } from '../shared/budget-form.web.ts'

/** The form of a pool application, on desktop and phone. */
export const form: FormSpec<AvailableChecked> = {
  definition: poolBudget,
  // Pools belong to the area (B23).
  resets: { areaId: { lines: ['projectPoolCode'] } },
  useOptions,
  useStart,
  check: checkOfArea('/budget/pool/check'),
  lineValue: availableOf,
}

function useOptions({ year = '' }: Values): Partial<FormOptions> {
  return useMemo(() => ({ fields: { year: yearOptions(year) } }), [year])
}

const KINDS = poolBudget.fields.applyType.options ?? []

/** The address contains type and area. */
function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
  const applyType = KINDS.find((kind) => kind === query.get('applyType')) ?? 'initialLoad'
  return useAreaStart(query, KINDS, (place) => ({
    header: { applyType, ...place, year: String(thisMonth().year), reason: '' },
  }))
}
