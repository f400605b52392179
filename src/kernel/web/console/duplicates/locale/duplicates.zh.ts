import type { DuplicateTexts } from './duplicates.en.ts'

export const duplicates: DuplicateTexts = {
  title: '疑似与已有单据重复',
  titles: '疑似与 {count} 张已有单据重复',
  says: '{type} {no}：{same}',
  same: { file: '附件相同', number: '编号相同', amount: '同一客户、同一期间、金额相同' },
  compare: '对比',
  dialog: '与 {no} 对比',
  what: '项目',
  mine: '本单据',
  other: '另一单据',
  rows: { period: '期间', files: '附件', document: '单据', state: '状态', drafter: '起草人', submitted: '提交时间' },
  equal: '相同',
  open: '打开 {no}',
  failed: '未能查询是否有相似单据：{reason}',
}
