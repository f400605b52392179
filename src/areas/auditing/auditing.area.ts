import type { AreaManifest } from '#kernel/platform/access/area.ts'
import { en } from './locale/en.ts'
import { zh } from './locale/zh.ts'

/** Who did what: every change, refused attempts, and reads of sensitive data. */
export const auditingArea: AreaManifest = {
  name: 'auditing',
  texts: { en, zh },
  menu: [
    {
      code: 'system_audit',
      pcode: 'system',
      name: zh.menu.entries,
      nameEn: en.menu.entries,
      icon: 'list',
      url: '/system/audit',
      routingCache: true,
      hidden: false,
      sortIndex: 960,
      rights: ['auditing.entries.view'],
      buttons: ['auditing.entries.export'],
    },
  ],
  rights: {
    'auditing.entries.view': { zh: zh.rights.view, en: en.rights.view },
    'auditing.entries.export': { zh: zh.rights.export, en: en.rights.export },
  },
}
