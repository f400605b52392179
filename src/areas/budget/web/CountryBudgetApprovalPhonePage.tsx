import { PhonePage } from '#kernel/console/phone/PhonePage.tsx'
import { countryBudgetPage } from './country-budget.page.ts'
import { PhoneFigure } from './PhoneExplainedAmount.tsx'

const spec = { ...countryBudgetPage, Source: PhoneFigure }

/** One application, to decide on and to read, on a phone. */
export default function CountryBudgetApprovalPhonePage() {
  return <PhonePage spec={spec} />
}
