import type { AreaManifest } from '#kernel/platform/access/area.ts'
import { area as en } from './locale/area.en.ts'
import { area as zh } from './locale/area.zh.ts'
import { errors as errorsEn } from './locale/errors.en.ts'
import { errors as errorsZh } from './locale/errors.zh.ts'
import { rows } from './locale/rows.ts'
import { PRICE_ROLE } from './shared/price-role.ts'

/** The price inquiry; its page on a phone is hidden, as those of lists are. */
const inquiry = {
  code: 'price_inquiry',
  pcode: 'process',
  name: zh.menu.inquiry,
  nameEn: en.menu.inquiry,
  icon: 'search',
  url: '/process/component',
  routingCache: false,
  hidden: false,
  sortIndex: 124,
  rights: ['price.list.view'],
  buttons: ['price.list.view'],
}

/** How prices that are changed in percent are rounded. */
const rounding = {
  code: 'price_rounding',
  pcode: 'process',
  name: zh.menu.rounding,
  nameEn: en.menu.rounding,
  icon: 'settings',
  url: '/process/price/pc/rounding',
  routingCache: true,
  hidden: false,
  sortIndex: 128,
  rights: ['price.rounding.view'],
  buttons: ['price.rounding.edit', 'price.rounding.publish'],
}

/** List prices: their reviews, rows, history and inquiry. Menu, rights and texts of its documents and lists come from their definitions. */
export const priceArea: AreaManifest = {
  name: 'price',
  texts: {
    en: { ...en, rows: rows.en, errors: errorsEn },
    zh: { ...zh, rows: rows.zh, errors: errorsZh },
  },
  lists: { priceRow: ['price.list.view'], priceCost: [PRICE_ROLE.cost] },
  menu: [
    inquiry,
    rounding,
    { ...inquiry, code: 'price_inquiry_mobile', icon: '', url: '/process/mobile/component', hidden: true },
  ],
  rights: {
    'price.own.view': { zh: zh.rights.ownView, en: en.rights.ownView },
    'price.own.export': { zh: zh.rights.ownExport, en: en.rights.ownExport },
    'price.list.view': { zh: zh.rights.listView, en: en.rights.listView },
    'price.list.export': { zh: zh.rights.listExport, en: en.rights.listExport },
    // Of the product itself: it notes on an application what became of its price review.
    'price.application.outcome': { zh: zh.rights.outcome, en: en.rights.outcome },
    'price.rounding.view': { zh: zh.rights.roundingView, en: en.rights.roundingView },
    'price.rounding.edit': { zh: zh.rights.roundingEdit, en: en.rights.roundingEdit },
    'price.rounding.publish': { zh: zh.rights.roundingPublish, en: en.rights.roundingPublish },
    'price.import': { zh: zh.rights.import, en: en.rights.import },
    'price.cost.edit': { zh: zh.rights.editCost, en: en.rights.editCost },
    [PRICE_ROLE.cost]: { zh: zh.rights.cost, en: en.rights.cost },
    [PRICE_ROLE.margin]: { zh: zh.rights.margin, en: en.rights.margin },
    [PRICE_ROLE.floor]: { zh: zh.rights.floor, en: en.rights.floor },
  },
}
