import type { AreaManifest } from '#kernel/platform/access/area.ts'
import { recordManifest, viewEntries } from '#kernel/engine/record/record-manifest.ts'
import { en } from './locale/area.en.ts'
import { errors as errorsEn } from './locale/errors.en.ts'
import { errors as errorsZh } from './locale/errors.zh.ts'
import { records as recordsEn } from './records/records.en.ts'
import { records as recordsZh } from './records/records.zh.ts'
import { zh } from './locale/area.zh.ts'
import { records } from './records/product-records.ts'
import { views as productViews } from './records/product-views.ts'

const master = recordManifest(records, { zh: recordsZh, en: recordsEn }, { pcode: 'product', sortIndex: 840 })

const views = viewEntries(productViews, { zh: recordsZh, en: recordsEn }, { pcode: 'product', sortIndex: 870 })

/** Products: categories, SPU, SKU, materials, kits, and their sales settings. */
export const productArea: AreaManifest = {
  name: 'product',
  texts: {
    en: { ...en, errors: errorsEn, records: recordsEn },
    zh: { ...zh, errors: errorsZh, records: recordsZh },
  },
  menu: [
    {
      code: 'product',
      pcode: '',
      name: zh.menu.group,
      nameEn: en.menu.group,
      icon: 'barcode',
      url: '',
      routingCache: false,
      hidden: false,
      sortIndex: 830,
      rights: [],
      buttons: [],
    },
    ...master.menu,
    ...views,
  ],
  rights: master.rights,
}
