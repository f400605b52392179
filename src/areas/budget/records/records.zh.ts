import type { BudgetRecordTexts } from './records.en.ts'

const named = { code: '编码', nameZh: '中文名称', nameEn: '英文名称' }

/** Texts of the area's records in Chinese. */
export const records: BudgetRecordTexts = {
  customerChannel: {
    label: '客户渠道',
    title: '客户渠道',
    many: '客户渠道',
    example: '校园渠道',
    fields: { ...named, areaCode: '区域' },
  },
  project: {
    label: '项目',
    title: '预算项目',
    many: '预算项目',
    example: '印度校园推广',
    fields: { ...named, countryCode: '国家', poolCode: '项目池' },
  },
  department: {
    label: '部门',
    title: '预算部门',
    many: '预算部门',
    example: '校园业务部',
    fields: { ...named, areaCodes: '区域' },
  },
  business: {
    label: '业务',
    title: '预算业务',
    example: '校园业务',
    fields: named,
  },
}
