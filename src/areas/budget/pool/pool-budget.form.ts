import { useMemo } from 'react'
import { post } from '#kernel/web/console/client/api.ts'
import type { CheckResult } from '#kernel/web/console/client/document-api.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import { type FormOptions, thisMonth, yearOptions } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { poolBudget } from './pool-budget.doc.ts'
import { regionBase } from '../shared/budget-api.web.ts'
import { useAreas } from '../shared/budget-options.web.ts'

interface PoolChecked extends CheckResult {
  readonly lines: readonly { readonly row: number; readonly available: string | null }[]
}

/** The form of a pool application, on desktop and phone. */
export const poolBudgetForm: FormSpec<PoolChecked> = {
  definition: poolBudget,
  // Pools belong to the area (B23).
  resets: { areaId: { lines: ['projectPoolCode'] } },
  useOptions,
  useStart,
  check: (input, options) =>
    post<PoolChecked>(`${regionBase(String(input['idcCode']))}/budget/pool/check`, input, options),
  lineValue: ({ lines }, _column, row) => lines.find((line) => line.row === row)?.available ?? null,
}

function useOptions({ year = '' }: Values): Partial<FormOptions> {
  return useMemo(() => ({ fields: { year: yearOptions(year) } }), [year])
}

/** The address contains type and area. */
function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
  const areas = useAreas()
  if (areas.onRetry) return { onRetry: areas.onRetry }
  const area =
    areas.options.find((option) => option.value === query.get('topAreaId')) ??
    areas.options.find((option) => option.idcCode === query.get('idcCode')) ??
    areas.options[0]
  if (!area) return null
  const asked = query.get('applyType')
  return {
    header: {
      applyType: asked === 'supplement' || asked === 'reduce' ? asked : 'initialLoad',
      areaId: area.value,
      ...area.sets,
      year: String(thisMonth().year),
      reason: '',
    },
  }
}
