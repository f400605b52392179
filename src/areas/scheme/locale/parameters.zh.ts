import type { SchemeParameterTexts } from './parameters.en.ts'

/** 方案参数的中文名称。 */
export const schemeParameters: SchemeParameterTexts = {
  specialPriceDays: { label: '特价最长有效期', hint: '特价的有效期不能超过此天数。' },
  protectedDays: {
    label: '价保覆盖天数',
    hint: '降价后的价保建议只计算客户在此前这些天内收到的台数。',
  },
  differencePercent: { label: '应收差额上限', hint: '单笔应收可按差额损失的比例，超过须按坏账核销。' },
  smallBalancePercent: { label: '应收尾差上限', hint: '单笔应收可按尾差冲减的比例。' },
  budgetsElsewhere: {
    label: '其他国家或月份的预算',
    hint: '与客户不同国家的预算，或方案期间以外月份的预算，可否支付该方案。',
    refused: '不可支付',
    told: '可支付，并告知审批人',
  },
  taxRates: { label: '兑付税率', hint: '各国家兑付可使用的 GST 或增值税税率；未设置税率的国家，兑付不能含税额。' },
}
