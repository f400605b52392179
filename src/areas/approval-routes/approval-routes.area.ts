import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import { en } from './locale/en.ts'
import { zh } from './locale/zh.ts'
import { rows } from './locale/rows.ts'

const READS = ['approval.template.view']
const BUTTONS = ['approval.template.edit', 'approval.template.publish', 'approval.template.export']

function entry(more: Pick<MenuEntry, 'code' | 'url' | 'sortIndex'> & Partial<MenuEntry>, text: keyof typeof en.menu) {
  const shared = { pcode: 'system', icon: '', routingCache: true, hidden: false, rights: READS, buttons: BUTTONS }
  return { ...shared, name: zh.menu[text], nameEn: en.menu[text], ...more }
}

/** The routes of approvals: versioned templates, the delegation of authority, the rates of a year. */
export const approvalRoutesArea: AreaManifest = {
  name: 'approval-routes',
  texts: { en: { ...en, rows: rows.en }, zh: { ...zh, rows: rows.zh } },
  menu: [
    entry({ code: 'approval_templates', icon: 'tasks', url: '/approval/templates', sortIndex: 910 }, 'templates'),
    entry({ code: 'approval_template_edit', url: '/approval/templates/edit', sortIndex: 911, hidden: true }, 'edit'),
    entry({ code: 'approval_bands', icon: 'table', url: '/approval/bands', sortIndex: 912 }, 'bands'),
  ],
  rights: {},
}
