import type { documentErrorTexts as english } from './document-server.en.ts'

/** Texts of the errors of documents that only the server puts into words, in Chinese; no browser fetches them. */
export const documentErrorTexts: Readonly<Record<keyof typeof english, string>> = {
  notFound: '单据不存在，或不在您的数据范围内',
  stale: '{by} 已于 {at} 修改。您的输入已保留，请比对后重试',
  wrongState: '状态为“{state}”时不能执行“{action}”',
  itemFails: '该串码不可用：{reason}',
  tooManyItems: '一张单据最多 {most} 个串码',
  submittedBefore: '该单据曾经提交过，只能保留，不能删除',
  doneBefore: '该单据已执行过“{action}”，不能重复执行',
  onlyDrafter: '仅起草人可以操作',
  notYours: '无权查看，请联系起草人',
}
