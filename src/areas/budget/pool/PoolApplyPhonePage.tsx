import { PhoneForm } from '#kernel/web/console/phone/form/PhoneForm.tsx'
import { poolBudgetForm } from './pool-budget.form.ts'

/** The form of a pool application, on a phone. */
export default function PoolApplyPhonePage() {
  return <PhoneForm spec={poolBudgetForm} />
}
