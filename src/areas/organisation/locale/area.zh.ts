import type { OrganisationTexts } from './area.en.ts'

/** Texts of the organisation area in Chinese. */
export const zh: OrganisationTexts = {
  label: '组织',
  errors: {
    budgetRate: '预算汇率即年度汇率，由两人在“审批金额段与汇率”中发布',
    sameCurrency: '币种没有对自身的汇率',
    gstin: '印度税号（GSTIN）为15位，例如27AAAAA0000A1Z5',
    hasChildren: '存在下级组织时不能删除该组织',
    oneRoot: '总部即HQ，其他组织不能为该类型',
    upper: '每个组织都须有上级组织，总部则没有上级',
  },
  menu: { group: '主数据', accounting: '核算组织' },
}
