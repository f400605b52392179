import { PhoneForm } from '#kernel/web/console/phone/form/PhoneForm.tsx'
import { poolBudgetForm } from './pool-budget.form.ts'

/** Money of pools asked for, on a phone. */
export default function PoolApplyPhonePage() {
  return <PhoneForm spec={poolBudgetForm} />
}
