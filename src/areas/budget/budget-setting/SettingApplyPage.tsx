import { DocumentForm } from '#kernel/web/console/form/DocumentForm.tsx'
import { budgetSettingForm } from './budget-setting.form.ts'
import './setting-texts.web.ts'

/** The form of a change of budget control, on the desktop. */
export default function SettingApplyPage() {
  return <DocumentForm spec={budgetSettingForm} />
}
