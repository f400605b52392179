import type { FormSpec } from '#kernel/web/console/form/form-spec.ts'
import { useMemo } from 'react'
import { useSpendableBudgets } from '#areas/budget/budget.web.facade.ts'
import { type OptionList, thisMonth } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { schemeAdjust } from './scheme-adjust.doc.ts'
import type { SchemeState } from '../shared/scheme-types.ts'
import { childForm, type SchemeChecked } from '../shared/scheme-child.form.ts'
import { lineLimits, serverTotal } from '../decision/line-limits.web.ts'
import { type SchemeFundingLine, useScheme, useStores } from '../drafts-and-names/scheme-options.web.ts'
import { schemePage } from '../shared/scheme-page.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'
/** Fully executed schemes can be increased again. */
const ADJUSTABLE: readonly SchemeState[] = ['effective', 'partialExecution', 'fullExecution']

const freeCommitted = ({ freeCommitted: free }: SchemeFundingLine) => free

/**
 * Active budgets of this year and of the scheme's first and last years, of either class: the server says which fit; and
 * the stores of the area.
 */
function useLineOptions({ idcCode = '', areaId = '', schemeNo = '' }: Values) {
  const newStoreCode = useStores({ areaId })
  const scheme = useScheme(schemeNo)
  const now = thisMonth().year
  const [begins, ends] = [yearOf(scheme?.startDate), yearOf(scheme?.endsOn)]
  const current = useSpendableBudgets(idcCode, now, '')
  const first = useSpendableBudgets(idcCode, begins === now ? null : begins, '')
  const last = useSpendableBudgets(idcCode, ends === now || ends === begins ? null : ends, '')
  return useMemo(() => {
    const all = [current, first, last]
    const failed = all.find(({ onRetry }) => onRetry)
    const newBudgetCode: OptionList = {
      options: all.flatMap(({ options }) => options),
      isLoading: all.some(({ isLoading }) => isLoading),
      onRetry: failed?.onRetry,
    }
    return { lines: { newBudgetCode, newStoreCode } }
  }, [current, first, last, newStoreCode])
}

function yearOf(day: string | undefined): number | null {
  return day ? Number(day.slice(0, 4)) : null
}
/** Adjustments on their pages. */
export const form: FormSpec<SchemeChecked> = {
  ...childForm(schemeAdjust, { states: ADJUSTABLE, free: freeCommitted, useMore: useLineOptions }),
  limits: lineLimits(schemeAdjust, 'amount', [
    {
      of: ['freeCommitted'],
      label: () => schemeText('page.freeCommitted'),
      shared: 'fundingNo',
      when: ({ kind }) => kind === 'down' || kind === 'swap',
    },
    {
      of: ['availableAmount'],
      shared: 'newBudgetCode',
      currency: 'availableCurrency',
      when: ({ kind }) => kind === 'up' || kind === 'swap',
    },
  ]),
  total: serverTotal,
}

export const page = schemePage(schemeAdjust)
