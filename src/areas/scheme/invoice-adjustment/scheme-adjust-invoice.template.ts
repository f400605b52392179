import { levels, levelWhen, RAISING } from '#areas/approval-routes/levels.template.facade.ts'
import { type ApprovalType, role, step, texts, variable } from '#kernel/engine/approval/approval-type.ts'

/** Invoice adjustment (domain.md 2.14). A drafter's level is skipped: then the next above is asked. */
export const invoiceAdjustment: ApprovalType = {
  code: 'invoice_adjustment',
  place: 14,
  name: texts('调整发票', 'Invoice adjustment'),
  version: 2,
  process: 'new',
  variables: {
    category: variable('text', texts('调整类别', 'Category'), ['afterSales', 'priceError', 'other']),
    closedPeriod: RAISING.closedPeriod,
  },
  steps: [
    step(
      'billing',
      texts('开票专员', 'Billing'),
      role('billing'),
      texts('开票专员核对原发票', 'Billing checks the original invoice'),
      { when: 'not(list contains(drafterRoles, "billing"))' },
    ),
    levelWhen(
      'countryFinance',
      'not(list contains(drafterRoles, "countryFinance"))',
      texts('国家财务确认差额', 'Country finance confirms the difference'),
    ),
    step(
      'tax',
      texts('税务', 'Tax'),
      role('tax'),
      texts('税务确认税期与红字规则', 'Tax confirms the tax period and the credit-note rules'),
    ),
    ...levels('levels', 'rcsm', 'rsd', 'regionalFinance', 'hqOwner', 'hqFinance'),
  ],
}
