import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { attachmentErrors, fileErrors } from '../attachment.errors.ts'

/** Texts of refused attachments. */
export const attachmentErrorTexts = {
  empty: '{name}：文件是空的',
  tooLarge: '文件超过 {limit}',
  wrongType: '{name}：只能上传 {types}',
  disguised: '{name}：文件内容与名称不符，只能上传 {types}',
  damaged: '{name}：文件不完整或已损坏，请重新导出或拍摄',
  tooManyPixels: '{name}：图片过大（最大 {limit}），请上传缩小后的图片',
  bomb: '{name}：文件解压后远大于其自身大小，已拒绝',
  tooManyWaiting: '尚有 {limit} 个已上传但未使用的文件，请先提交或移除',
  brokenOff: '上传中断，请重试',
  unknown: '该附件已不存在，请移除后重新上传',
  elsewhere: '{name} 已属于其他单据或意见，请重新上传',
  tooMany: '附件最多 {limit} 个',
  typeNotTaken: '{name}：此处只能上传 {types}',
  notTaken: '该单据不支持附件',
  required: '请至少上传一个附件',
  twice: '{name} 重复',
  bound: '{name} 已属于单据，不能在此移除',
} satisfies ErrorTexts<typeof attachmentErrors>

/** Texts of files that cannot be taken or opened. */
export const fileErrorTexts = {
  linkOver: '该链接已失效，请重新打开文件',
  infected: '{name}：病毒扫描发现 {threat}，文件未保存',
  notScanned: '{name} 未上传：病毒扫描暂无响应，请稍后重试',
  storeAway: '文件存储暂无响应，数据未丢失，请稍后重试',
} satisfies ErrorTexts<typeof fileErrors>
