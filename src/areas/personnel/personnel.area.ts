import type { AreaManifest } from '#kernel/platform/access/area.ts'
import { recordManifest } from '#kernel/engine/record/record-manifest.ts'
import { en } from './locale/en.ts'
import { records as recordsEn } from './records/records.en.ts'
import { records as recordsZh } from './records/records.zh.ts'
import { zh } from './locale/zh.ts'
import { records } from './records/personnel-records.ts'

const people = recordManifest(records, { zh: recordsZh, en: recordsEn }, { pcode: 'personnel', sortIndex: 846 })

/** Field sales staff, and where they work. */
export const personnelArea: AreaManifest = {
  name: 'personnel',
  texts: { en: { ...en, records: recordsEn }, zh: { ...zh, records: recordsZh } },
  menu: [
    {
      code: 'personnel',
      pcode: '',
      name: zh.menu.group,
      nameEn: en.menu.group,
      icon: 'user',
      url: '',
      routingCache: false,
      hidden: false,
      sortIndex: 845,
      rights: [],
      buttons: [],
    },
    ...people.menu,
  ],
  rights: people.rights,
  dictionaries: { jobType: { sameAs: 'person.jobType' } },
}
