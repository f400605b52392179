import type { FormSpec } from '#kernel/web/console/form/form-spec.ts'
import { useMemo } from 'react'
import { useSpendableBudgets } from '#areas/budget/budget.web.facade.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { schemeAdjust } from './scheme-adjust.doc.ts'
import { useBudgetWords } from '../shared/budget-words.web.ts'
import type { SchemeState } from '../shared/scheme-types.ts'
import { childForm, type SchemeChecked } from '../shared/scheme-child.form.ts'
import { lineLimits, serverTotal } from '../decision/line-limits.web.ts'
import { type SchemeFundingLine, useScheme, useStores } from '../drafts-and-names/scheme-options.web.ts'
import { schemePage } from '../shared/scheme-page.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'
/** Fully executed schemes can be increased again. */
const ADJUSTABLE: readonly SchemeState[] = ['effective', 'partialExecution', 'fullExecution']

const freeCommitted = ({ freeCommitted: free }: SchemeFundingLine) => free

/** Active budgets of the months of the scheme, as it will run, of either class; and the stores of the area. */
function useLineOptions({ idcCode = '', areaId = '', schemeNo = '', newStartDate = '', newEndDate = '' }: Values) {
  const newStoreCode = useStores({ areaId })
  const scheme = useScheme(schemeNo)
  const newBudgetCode = useSpendableBudgets({
    idcCode,
    firstDay: newStartDate || (scheme?.startDate ?? ''),
    lastDay: newEndDate || (scheme?.endDate ?? ''),
    words: useBudgetWords(documentTexts(schemeAdjust).lineField('availableAmount')),
  })
  return useMemo(() => ({ lines: { newBudgetCode, newStoreCode } }), [newBudgetCode, newStoreCode])
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
