import { PhonePage } from '#kernel/web/console/phone/document/PhonePage.tsx'
import { budgetSettingPage } from './budget-setting.page.ts'
import { SettingWarnings } from './SettingWarnings.tsx'
import './setting-texts.web.ts'

const sections = [SettingWarnings]

/** A change of budget control, to decide and read, on a phone. */
export default function SettingApprovalPhonePage() {
  return <PhonePage spec={budgetSettingPage} sections={sections} />
}
