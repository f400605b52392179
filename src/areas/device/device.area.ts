import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import { en } from './locale/texts.en.ts'
import { zh } from './locale/texts.zh.ts'
import { rows } from './locale/rows.ts'

const VIEW = 'device.registry.view'
const EXPORT = 'device.registry.export'
const STOCK = 'device.stock.view'
const STOCK_EXPORT = 'device.stock.export'
const PRICE = 'device.price.view'

function entry(
  more: Pick<MenuEntry, 'code' | 'url' | 'sortIndex'> & Partial<MenuEntry>,
  text: keyof typeof en.menu,
): MenuEntry {
  const shared = { pcode: 'imei', icon: '', routingCache: false, hidden: true, rights: [VIEW], buttons: [VIEW, PRICE] }
  return { ...shared, name: zh.menu[text], nameEn: en.menu[text], ...more }
}

/** Devices by IMEI and serial number: product, custody, and payments. */
export const deviceArea: AreaManifest = {
  name: 'device',
  lists: { device: [VIEW] },
  texts: { en: { ...en, rows: rows.en }, zh: { ...zh, rows: rows.zh } },
  menu: [
    entry({ code: 'imei_detail', url: '/imei/pc/detail', sortIndex: 601 }, 'detail'),
    entry({ code: 'imei_list_mobile', url: '/imei/mobile/component', sortIndex: 602 }, 'list'),
    entry({ code: 'imei_detail_mobile', url: '/imei/mobile/detail', sortIndex: 603 }, 'detail'),
  ],
  rights: {
    [VIEW]: { zh: zh.rights.view, en: en.rights.view },
    [PRICE]: { zh: zh.rights.price, en: en.rights.price },
    [EXPORT]: { zh: zh.rights.export, en: en.rights.export },
    [STOCK]: { zh: zh.rights.stock, en: en.rights.stock },
    [STOCK_EXPORT]: { zh: zh.rights.stockExport, en: en.rights.stockExport },
  },
}
