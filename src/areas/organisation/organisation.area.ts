import type { AreaManifest } from '#kernel/platform/access/area.ts'
import { recordManifest } from '#kernel/engine/record/record-manifest.ts'
import { CHOICES } from './selectors/choices.ts'
import { en } from './locale/area.en.ts'
import { records as recordsEn } from './records/records.en.ts'
import { records as recordsZh } from './records/records.zh.ts'
import { zh } from './locale/area.zh.ts'
import { accountingRecords, masterRecords } from './records/organisation-records.ts'

const texts = { zh: recordsZh, en: recordsEn }
const master = recordManifest(masterRecords, texts, { pcode: 'master', sortIndex: 810 })
const accounting = recordManifest(accountingRecords, texts, { pcode: 'accounting', sortIndex: 851 })

const group = { pcode: '', url: '', routingCache: false, hidden: false, rights: [], buttons: [] }

/** Organisations, sales areas, countries and currencies: the owners of every other area's rows. */
export const organisationArea: AreaManifest = {
  name: 'organisation',
  texts: { en: { ...en, records: recordsEn }, zh: { ...zh, records: recordsZh } },
  menu: [
    {
      ...group,
      code: 'master',
      name: zh.menu.group,
      nameEn: en.menu.group,
      icon: 'globe',
      sortIndex: 800,
      buttons: [CHOICES],
    },
    ...master.menu,
    {
      ...group,
      code: 'accounting',
      name: zh.menu.accounting,
      nameEn: en.menu.accounting,
      icon: 'list',
      sortIndex: 850,
    },
    ...accounting.menu,
  ],
  rights: {
    ...master.rights,
    ...accounting.rights,
    [CHOICES]: { zh: zh.rights.choice, en: en.rights.choice },
  },
}
