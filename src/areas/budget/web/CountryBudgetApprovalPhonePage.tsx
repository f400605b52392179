import { lazy } from 'react'
import { PhonePage } from '#kernel/console/phone/PhonePage.tsx'
import { countryBudgetPage } from './country-budget.page.ts'

const spec = {
  ...countryBudgetPage,
  Source: lazy(async () => ({ default: (await import('./PhoneFigure.tsx')).PhoneFigure })),
}

/** One application, to decide on and to read, on a phone. */
export default function CountryBudgetApprovalPhonePage() {
  return <PhonePage spec={spec} />
}
