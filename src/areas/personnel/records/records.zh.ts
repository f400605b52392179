import type { PersonnelRecordTexts } from './records.en.ts'

const names = { nameZh: '中文名称', nameEn: '英文名称' }

/** Texts of the area's records in Chinese. */
export const records: PersonnelRecordTexts = {
  person: {
    label: '人员',
    title: '促销员与人员',
    many: '人员',
    uses: { jobTitleCode: '人员' },
    example: '班加罗尔促销员 99',
    fields: {
      ...names,
      code: '工号',
      jobType: '用工类型',
      jobTitleCode: '职务',
      organisationCode: '组织',
      account: '账号',
      employedOn: '入职日期',
      resignedOn: '离职日期',
    },
    options: { jobType: { fullTime: '全职', partTime: '兼职' } },
  },
  storeAssignment: {
    label: '门店分配',
    title: '门店分配',
    many: '人员',
    uses: { personCode: '门店分配' },
    fields: {
      code: '编号',
      personCode: '人员',
      storeCode: '门店',
      fromDay: '开始日期',
      toDay: '结束日期',
      note: '备注',
    },
  },
  jobTitle: {
    label: '职务',
    title: '职务',
    example: '培训师',
    fields: { ...names, code: '编码' },
  },
}
