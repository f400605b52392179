import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import { menuCode } from '#kernel/engine/record/menu-code.ts'
import { recordManifest } from '#kernel/engine/record/record-manifest.ts'
import { en } from './locale/en.ts'
import { records as recordsEn } from './records/records.en.ts'
import { records as recordsZh } from './records/records.zh.ts'
import { zh } from './locale/zh.ts'
import { IMAGE_AUDIT_RIGHT, storeImage } from './records/store-image.record.ts'
import { store } from './records/store.record.ts'
import { OWN_STORE } from './own-store/own-store.ts'
import { storeRecords, warehouseRecords } from './records/store-records.ts'
import { homeTexts as homeEn } from './home/home.en.ts'
import { homeTexts as homeZh } from './home/home.zh.ts'

const texts = { zh: recordsZh, en: recordsEn }
const stores = recordManifest(storeRecords, texts, { pcode: 'stores', sortIndex: 832 })
const warehouses = recordManifest(warehouseRecords, texts, { pcode: 'warehouses', sortIndex: 841 })
const group = { pcode: '', url: '', routingCache: false, hidden: false, rights: [], buttons: [] }

/** An image's page needs one right more than other records. */
function withAudit(entry: MenuEntry): MenuEntry {
  const isImage = entry.code.startsWith(menuCode(storeImage))
  return isImage ? { ...entry, buttons: [...entry.buttons, IMAGE_AUDIT_RIGHT] } : entry
}

/** The page of a store's own people. */
function own(code: string, url: string, hidden: boolean): MenuEntry {
  const { view } = store.rights
  const shared = { pcode: 'stores', icon: 'pin', routingCache: false, sortIndex: 831, ofLimit: 'store_code' }
  const names = { name: zh.menu.own, nameEn: en.menu.own }
  const { rights } = storeImage
  return { ...shared, ...names, code, url, hidden, rights: [view], buttons: [view, rights.view, rights.edit] }
}

/** Stores with photos, warehouses with locations. */
export const storeArea: AreaManifest = {
  name: 'store',
  texts: { en: { ...en, home: homeEn, records: recordsEn }, zh: { ...zh, home: homeZh, records: recordsZh } },
  menu: [
    { ...group, code: 'stores', name: zh.menu.stores, nameEn: en.menu.stores, icon: 'pin', sortIndex: 830 },
    own(OWN_STORE.code, OWN_STORE.pc, false),
    own(`${OWN_STORE.code}_mobile`, OWN_STORE.mobile, true),
    ...stores.menu.map(withAudit),
    {
      ...group,
      code: 'warehouses',
      name: zh.menu.warehouses,
      nameEn: en.menu.warehouses,
      icon: 'list',
      sortIndex: 840,
    },
    ...warehouses.menu,
  ],
  rights: {
    ...stores.rights,
    ...warehouses.rights,
    [IMAGE_AUDIT_RIGHT]: { zh: zh.rights.audit, en: en.rights.audit },
  },
}
