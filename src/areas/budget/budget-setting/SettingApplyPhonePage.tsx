import { PhoneForm } from '#kernel/web/console/phone/form/PhoneForm.tsx'
import { budgetSettingForm } from './budget-setting.form.ts'
import './setting-texts.web.ts'

/** The form of a change of budget control, on a phone. */
export default function SettingApplyPhonePage() {
  return <PhoneForm spec={budgetSettingForm} />
}
