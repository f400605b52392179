import type { AreaManifest } from '#kernel/platform/access/area.ts'
import { homeTexts as homeEn } from './home/home.en.ts'
import { homeTexts as homeZh } from './home/home.zh.ts'
import { en } from './locale/en.ts'
import { zh } from './locale/zh.ts'

/** The audit of every change, refused attempts, and reads of sensitive data. */
export const auditingArea: AreaManifest = {
  name: 'auditing',
  texts: { en: { ...en, home: homeEn }, zh: { ...zh, home: homeZh } },
  menu: [],
  rights: {
    'auditing.entries.view': { zh: zh.rights.view, en: en.rights.view },
    'auditing.entries.export': { zh: zh.rights.export, en: en.rights.export },
  },
}
