import type { AreaManifest } from '#kernel/document/area.ts'
import { en } from './locale/en.ts'
import { errors as errorsEn } from './locale/errors.en.ts'
import { errors as errorsZh } from './locale/errors.zh.ts'
import { zh } from './locale/zh.ts'

const right = (text: keyof typeof en.rights) => ({ zh: zh.rights[text], en: en.rights[text] })

/** What customers have with us and owe us: recharges, rebates, receivables, invoices. */
export const fundsArea: AreaManifest = {
  name: 'funds',
  texts: { en: { ...en, errors: errorsEn }, zh: { ...zh, errors: errorsZh } },
  menu: [],
  rights: {
    'funds.account.view': right('accountView'),
    'funds.account.export': right('accountExport'),
    'funds.rebate.view': right('rebateView'),
    'funds.rebate.export': right('rebateExport'),
    'funds.receivable.view': right('receivableView'),
    'funds.receivable.export': right('receivableExport'),
    'funds.invoice.view': right('invoiceView'),
    'funds.invoice.export': right('invoiceExport'),
  },
}
