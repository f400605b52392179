import type { OrganisationTexts } from './en.ts'

/** Texts of the organisation area in Chinese. */
export const zh: OrganisationTexts = {
  label: '组织',
  errors: {
    budgetRate: '预算汇率即年度汇率，由两人在“审批金额段与汇率”中发布',
    sameCurrency: '币种没有对自身的汇率',
  },
  menu: { group: '主数据' },
}
