import type { OrganisationRecordTexts } from './records.en.ts'

const named = { code: '编码', nameZh: '中文名称', nameEn: '英文名称' }
const documents = { budgets: '预算', applications: '预算申请' }

/** Texts of the area's records in Chinese. */
export const records: OrganisationRecordTexts = {
  country: {
    label: '国家',
    title: '国家',
    example: '不丹',
    fields: {
      ...named,
      areaCode: '区域',
      currencyCode: '币种',
      timezone: '时区',
      organisationCode: '组织',
    },
    uses: { projects: '预算项目', ...documents },
  },
  currency: {
    label: '币种',
    title: '币种',
    example: '不丹努尔特鲁姆',
    fields: { ...named, symbol: '符号', minorDigits: '小数位数' },
    uses: {
      countries: '国家',
      areas: '区域',
      organisations: '组织',
      rates: '该币种的汇率',
      baseRates: '以其为基准的汇率',
      yearRates: '年度汇率',
      yearRateBases: '以其为基准的年度汇率',
      bands: '审批金额段',
      ...documents,
    },
  },
  currencyRate: {
    label: '汇率',
    title: '汇率',
    fields: {
      code: '汇率编码',
      currencyCode: '币种',
      baseCode: '基准币种（一单位）',
      kind: '类型',
      validFrom: '生效日期',
      units: '汇率值',
    },
    options: { kind: { budget: '预算汇率', booking: '记账汇率', monthAverage: '月平均汇率' } },
  },
}
