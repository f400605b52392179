import type { DocumentPageSpec } from '#kernel/web/console/document/page-spec.ts'
import { budgetSetting } from './budget-setting.doc.ts'
import { settingColumns } from './setting-columns.web.ts'
import { SettingWarnings } from './SettingWarnings.tsx'

/** The page of a change of control, on desktop and phone. */
export const page: DocumentPageSpec = { definition: budgetSetting, lineColumns: settingColumns }

export const sections = [SettingWarnings]
