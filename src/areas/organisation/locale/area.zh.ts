import type { OrganisationTexts } from './area.en.ts'

/** Texts of the organisation area in Chinese. */
export const zh: OrganisationTexts = {
  label: '组织',
  placeMoved: '角色所在的归属',
  errors: {
    budgetRate: '预算汇率即年度汇率，由两人在“审批金额段与汇率”中发布',
    sameCurrency: '不能添加自身：币种没有对自身的汇率',
    gstin: '印度税号（GSTIN）为15位，例如27AAAAA0000A1Z5',
    hasChildren: '存在下级组织时不能删除该组织',
    order: '大区在总部之下，国家在大区之下，分支机构可在任一组织之下：不能置于 {upper} 之下',
    orderBelow: '下级组织 {lower} 的类型不能置于该类型之下',
    ownReach: '此调整会扩大您本人角色的范围，须由他人操作',
    enabledBelow: '下级组织仍在使用，不能停用：{first}',
    oneRoot: '总部即HQ，其他组织不能为该类型',
    upper: '每个组织都须有上级组织，总部则没有上级',
  },
  rights: { choice: '在表单中选择区域、客户、产品等主数据' },
  menu: { group: '主数据', accounting: '核算组织' },
}
