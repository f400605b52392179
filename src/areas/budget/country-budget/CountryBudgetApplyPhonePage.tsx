import { PhoneForm } from '#kernel/web/console/phone/form/PhoneForm.tsx'
import { countryBudgetForm } from './country-budget.form.ts'

/** Grant or revoke, on a phone. */
export default function CountryBudgetApplyPhonePage() {
  return <PhoneForm spec={countryBudgetForm} />
}
