import { DocumentPage } from '#kernel/web/console/document/DocumentPage.tsx'
import { budgetSettingPage } from './budget-setting.page.ts'
import { SettingWarnings } from './SettingWarnings.tsx'
import './setting-texts.web.ts'

const sections = [SettingWarnings]

/** A change of budget control, to decide and read, on the desktop. */
export default function SettingApprovalPage() {
  return <DocumentPage spec={budgetSettingPage} sections={sections} />
}
