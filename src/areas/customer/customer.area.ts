import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import { recordManifest, viewEntries } from '#kernel/engine/record/record-manifest.ts'
import { en } from './locale/area.en.ts'
import { zh } from './locale/area.zh.ts'
import { errors as errorsEn } from './locale/errors.en.ts'
import { errors as errorsZh } from './locale/errors.zh.ts'
import { records as recordsEn } from './records/records.en.ts'
import { records as recordsZh } from './records/records.zh.ts'
import { records } from './records/customer-records.ts'
import { views } from './records/customer-views.ts'

const texts = { zh: recordsZh, en: recordsEn }
const [customer, ...others] = records
const place = { pcode: 'customer' }
const master = recordManifest(customer ? [customer] : [], texts, { ...place, sortIndex: 402 })
const rest = recordManifest(others, texts, { ...place, sortIndex: 404 })

const OWN = 'customer.own.view'

/** Pages of a distributor's staff. */
function own(code: string, url: string, hidden: boolean): MenuEntry {
  const shared = {
    pcode: 'customer',
    icon: 'building',
    routingCache: false,
    sortIndex: 401,
    buttons: [OWN],
    ofLimit: 'customer_code',
  }
  return { ...shared, code, url, hidden, rights: [OWN], name: zh.menu.own, nameEn: en.menu.own }
}

/** Buyers and sellers: customers, dealers, their addresses and trade terms, and the seller information of papers. */
export const customerArea: AreaManifest = {
  name: 'customer',
  texts: {
    en: { ...en, errors: errorsEn, records: recordsEn },
    zh: { ...zh, errors: errorsZh, records: recordsZh },
  },
  menu: [
    {
      code: 'customer',
      pcode: '',
      name: zh.menu.group,
      nameEn: en.menu.group,
      icon: 'building',
      url: '',
      routingCache: false,
      hidden: false,
      sortIndex: 400,
      rights: [],
      buttons: [],
    },
    own('customer_own', '/customer/pc/own', false),
    own('customer_own_mobile', '/customer/mobile/own', true),
    ...master.menu,
    ...viewEntries(views, texts, { ...place, sortIndex: 403 }),
    ...rest.menu,
  ],
  rights: {
    ...master.rights,
    ...rest.rights,
    'customer.bank.view': { zh: zh.rights.bank, en: en.rights.bank },
    [OWN]: { zh: zh.rights.own, en: en.rights.own },
  },
}
