import { rightsOf } from '#kernel/engine/definition/document-manifest.ts'
import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import { en } from './locale/texts.en.ts'
import { deviceTransfer } from './transfer/device-transfer.doc.ts'
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

/** One address shows a device, and writes and shows a transfer. */
const SHOWN = {
  rights: [VIEW, 'device.transfer.view', 'device.transfer.submit'],
  buttons: [VIEW, PRICE, ...rightsOf(deviceTransfer).map(([, right]) => right), 'approval.task.export'],
}

/** Devices by IMEI and serial number: product, custody, and payments. */
export const deviceArea: AreaManifest = {
  name: 'device',
  lists: { device: [VIEW] },
  texts: { en: { ...en, rows: rows.en }, zh: { ...zh, rows: rows.zh } },
  menu: [
    entry({ code: 'imei_detail', url: '/imei/pc/detail', sortIndex: 601, ...SHOWN, routingCache: true }, 'detail'),
    entry({ code: 'imei_list_mobile', url: '/imei/mobile/component', sortIndex: 602 }, 'list'),
    entry({ code: 'imei_detail_mobile', url: '/imei/mobile/detail', sortIndex: 603, ...SHOWN }, 'detail'),
  ],
  rights: {
    [VIEW]: { zh: zh.rights.view, en: en.rights.view },
    [PRICE]: { zh: zh.rights.price, en: en.rights.price },
    [EXPORT]: { zh: zh.rights.export, en: en.rights.export },
    // Of the product itself: it notes on a transfer what became of its numbers.
    'device.transfer.outcome': { zh: zh.rights.transferOutcome, en: en.rights.transferOutcome },
    'device.transfer.retry': { zh: zh.rights.transferRetry, en: en.rights.transferRetry },
    [STOCK]: { zh: zh.rights.stock, en: en.rights.stock },
    [STOCK_EXPORT]: { zh: zh.rights.stockExport, en: en.rights.stockExport },
  },
}
