import type { OwnCompanyTexts } from './own.en.ts'

/** Page of a distributor's staff about their own company, in Chinese. */
export const ownCompany: OwnCompanyTexts = {
  title: '我的公司',
  code: '客户编码',
  country: '国家',
  taxNo: '税号',
  bank: '开户行',
  account: '银行账号',
  holder: '户名',
  terms: '贸易条款',
  addresses: '收货地址',
  none: '暂无',
  wrong: '信息有误请联系渠道经理：银行与税务信息须经审批变更。',
  missing: '您的账号尚未关联客户，请联系渠道经理。',
}
