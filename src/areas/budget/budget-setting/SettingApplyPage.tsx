import { DocumentForm } from '#kernel/web/console/form/DocumentForm.tsx'
import { budgetSettingForm } from './budget-setting.form.ts'
import './setting-texts.web.ts'

/** A change of how budgets are controlled, written on the desktop. */
export default function SettingApplyPage() {
  return <DocumentForm spec={budgetSettingForm} />
}
