import { PhoneForm } from '#kernel/console/phone/PhoneForm.tsx'
import { budgetSettingForm } from './budget-setting.form.ts'
import './setting-texts.ts'

/** A change of how budgets are controlled, written on a phone. */
export default function SettingApplyPhonePage() {
  return <PhoneForm spec={budgetSettingForm} />
}
