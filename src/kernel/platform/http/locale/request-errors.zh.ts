import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { requestErrors } from '../request.errors.ts'

/** Texts of refused requests, in Chinese. */
export const requestErrorTexts = {
  brokenForm: '上传内容无法读取：文件外层的表单不完整',
  tooManyToSort: '此列最多对 {most} 行排序，请先用筛选条件缩小范围',
  noSuchPage: '页码须为 1 至 {most} 的整数',
} satisfies ErrorTexts<typeof requestErrors>
