import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import { FUNDS_LIST_NAMES } from './lists/funds-list-names.ts'
import { FUNDS_LISTS } from './lists/funds.list.ts'
import { STATEMENT } from './statement/statement.ts'
import { en } from './locale/en.ts'
import { errors as errorsEn } from './locale/errors.en.ts'
import { errors as errorsZh } from './locale/errors.zh.ts'
import { zh } from './locale/zh.ts'
import { rows } from './locale/rows.ts'
import { homeTexts as homeEn } from './home/home.en.ts'
import { homeTexts as homeZh } from './home/home.zh.ts'

const right = (text: keyof typeof en.rights) => ({ zh: zh.rights[text], en: en.rights[text] })

/** A list at both widths; the phone's page is reached by links. */
function entries(): MenuEntry[] {
  return FUNDS_LIST_NAMES.flatMap((name, index) => {
    const { right: view, exportRight } = FUNDS_LISTS[name]
    const shared = {
      pcode: 'funds',
      name: zh.menu[name],
      nameEn: en.menu[name],
      rights: [view],
      buttons: [view, exportRight, ...(name === 'account' ? [STATEMENT.right] : [])],
    }
    return [
      {
        ...shared,
        code: `funds_${name}`,
        icon: 'table',
        url: `/funds/pc/${name}`,
        routingCache: true,
        hidden: false,
        sortIndex: 502 + index * 2,
      },
      {
        ...shared,
        code: `funds_${name}_mobile`,
        icon: '',
        url: `/funds/mobile/${name}`,
        routingCache: false,
        hidden: true,
        sortIndex: 503 + index * 2,
      },
    ]
  })
}

/** Customer funds: recharges, rebates, receivables, invoices. */
export const fundsArea: AreaManifest = {
  name: 'funds',
  lists: { funds: FUNDS_LIST_NAMES.map((name) => FUNDS_LISTS[name].right) },
  texts: {
    en: { ...en, home: homeEn, errors: errorsEn, rows: rows.en },
    zh: { ...zh, home: homeZh, errors: errorsZh, rows: rows.zh },
  },
  menu: [
    {
      code: 'funds',
      pcode: '',
      name: zh.menu.group,
      nameEn: en.menu.group,
      icon: 'wallet',
      url: '',
      routingCache: false,
      hidden: false,
      sortIndex: 500,
      rights: FUNDS_LIST_NAMES.map((name) => FUNDS_LISTS[name].right),
      buttons: [],
    },
    ...entries(),
  ],
  rights: {
    'funds.account.view': right('accountView'),
    'funds.account.export': right('accountExport'),
    'funds.rebate.view': right('rebateView'),
    'funds.rebate.export': right('rebateExport'),
    'funds.receivable.view': right('receivableView'),
    'funds.receivable.export': right('receivableExport'),
    'funds.invoice.view': right('invoiceView'),
    'funds.invoice.export': right('invoiceExport'),
    [STATEMENT.right]: right('statementView'),
  },
}
