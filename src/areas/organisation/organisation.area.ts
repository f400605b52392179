import type { AreaManifest } from '#kernel/document/area.ts'
import { recordManifest } from '#kernel/record/record-manifest.ts'
import { en } from './locale/en.ts'
import { records as recordsEn } from './locale/records.en.ts'
import { records as recordsZh } from './locale/records.zh.ts'
import { zh } from './locale/zh.ts'
import { records } from './records/organisation-records.ts'

const master = recordManifest(records, { zh: recordsZh, en: recordsEn }, { pcode: 'master', sortIndex: 810 })

/** Organisations, sales areas, countries and currencies: what every other area's rows belong to. */
export const organisationArea: AreaManifest = {
  name: 'organisation',
  texts: { en: { ...en, records: recordsEn }, zh: { ...zh, records: recordsZh } },
  menu: [
    {
      code: 'master',
      pcode: '',
      name: zh.menu.group,
      nameEn: en.menu.group,
      icon: 'globe',
      url: '',
      routingCache: false,
      hidden: false,
      sortIndex: 800,
      rights: [],
      buttons: [],
    },
    ...master.menu,
  ],
  rights: master.rights,
}
