import { PhoneForm } from '#kernel/console/phone/PhoneForm.tsx'
import { countryBudgetForm } from './country-budget.form.ts'

/** Grant or revoke, on a phone. */
export default function CountryBudgetApplyPhonePage() {
  return <PhoneForm spec={countryBudgetForm} />
}
