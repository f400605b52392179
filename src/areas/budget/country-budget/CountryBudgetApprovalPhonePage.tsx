import { PhonePage } from '#kernel/web/console/phone/document/PhonePage.tsx'
import { countryBudgetPage } from './country-budget.page.ts'
import { PhoneFigure } from '../explain/PhoneExplainedAmount.tsx'

const spec = { ...countryBudgetPage, Source: PhoneFigure }

/** One application, to decide on and to read, on a phone. */
export default function CountryBudgetApprovalPhonePage() {
  return <PhonePage spec={spec} />
}
