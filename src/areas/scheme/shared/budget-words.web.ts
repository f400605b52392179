import { useMemo } from 'react'
import type { SpendingWords } from '#areas/budget/budget.web.facade.ts'
import { runningLanguage } from '#kernel/web/console/client/i18n.ts'
import { schemeText } from './scheme-texts.web.ts'

/** `December 2026` of `2026-12`. */
function monthText(month: string): string {
  const language = runningLanguage() === 'zh' ? 'zh-CN' : 'en-GB'
  const format: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', timeZone: 'UTC' }
  return new Intl.DateTimeFormat(language, format).format(new Date(`${month}-01T00:00:00Z`))
}

/** Why the budgets of a scheme document are none: what to fill in first, or of what country, months and goods there is none. */
const whyNone: SpendingWords['whyNone'] = ({ hasArea, months, country, productClass }) => {
  if (!hasArea) return schemeText('page.noBudgetArea')
  if (months === null) return schemeText('page.noBudgetDays')
  const [first, last] = months.map(monthText)
  const of = {
    months: first === last ? (first ?? '') : schemeText('page.monthsTo', { first: first ?? '', last: last ?? '' }),
    goods: productClass === '' ? '' : schemeText(`page.goods.${productClass === 'iot' ? 'iot' : 'phone'}`),
  }
  return country === null ? schemeText('page.noBudget', of) : schemeText('page.noBudgetOf', { ...of, country })
}

/** What the fields of budgets say; `available` stands before the amount that a budget has left. */
export function useBudgetWords(available: string): SpendingWords {
  return useMemo(() => ({ available, whyNone }), [available])
}
