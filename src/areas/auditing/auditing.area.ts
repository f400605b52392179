import type { AreaManifest } from '#kernel/platform/access/area.ts'
import { en } from './locale/en.ts'
import { zh } from './locale/zh.ts'

/** The audit of every change, refused attempts, and reads of sensitive data. */
export const auditingArea: AreaManifest = {
  name: 'auditing',
  texts: { en, zh },
  menu: [],
  rights: {
    'auditing.entries.view': { zh: zh.rights.view, en: en.rights.view },
    'auditing.entries.export': { zh: zh.rights.export, en: en.rights.export },
  },
}
