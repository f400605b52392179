import { DocumentForm } from '#kernel/console/form/DocumentForm.tsx'
import { budgetSettingForm } from './budget-setting.form.ts'
import './setting-texts.ts'

/** A change of how budgets are controlled, written on the desktop. */
export default function SettingApplyPage() {
  return <DocumentForm spec={budgetSettingForm} />
}
