import type { Language } from '#kernel/base/i18n/language.ts'
import { en } from './locale/en.ts'
import { zh } from './locale/zh.ts'

/** Rights of the kernel's own pages; an area declares its own in its manifest. */
export const kernelRights: Readonly<Record<string, Record<Language, string>>> = {
  'approval.task.view': { zh: zh.rights.taskView, en: en.rights.taskView },
  'approval.task.export': { zh: zh.rights.taskExport, en: en.rights.taskExport },
  'approval.talk': { zh: zh.rights.approvalTalk, en: en.rights.approvalTalk },
  'approval.monitor.export': { zh: zh.rights.monitorExport, en: en.rights.monitorExport },
  'approval.template.export': { zh: zh.rights.templateExport, en: en.rights.templateExport },
  'approval.template.view': { zh: zh.rights.templateView, en: en.rights.templateView },
  'approval.template.edit': { zh: zh.rights.templateEdit, en: en.rights.templateEdit },
  'approval.template.publish': { zh: zh.rights.templatePublish, en: en.rights.templatePublish },
  'approval.oversee': { zh: zh.rights.approvalOversee, en: en.rights.approvalOversee },
  'approval.administer': { zh: zh.rights.approvalAdminister, en: en.rights.approvalAdminister },
  'access.session.view': { zh: zh.rights.sessionView, en: en.rights.sessionView },
  'access.session.end': { zh: zh.rights.sessionEnd, en: en.rights.sessionEnd },
  'access.viewAs': { zh: zh.rights.viewAs, en: en.rights.viewAs },
  'list.view.share': { zh: zh.rights.viewShare, en: en.rights.viewShare },
}
