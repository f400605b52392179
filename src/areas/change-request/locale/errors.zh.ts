import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { changeErrors } from '../change-request.errors.ts'

/** Texts of refused changes, in Chinese. */
export const errors: ErrorTexts<typeof changeErrors> = {
  recordUnknown: '{record}不存在，或不在您的数据范围内',
  notItsOrganisation: '该记录属于其他组织',
  mayNotEdit: '您没有编辑此类记录的权限',
  notByApproval: '{field}在记录页直接修改，无需审批',
  fieldTwice: '该字段已在第{first}行',
  sameValue: '没有任何变化：请至少修改一个字段的值',
  notADraft: '只有草稿才能首次提交审批',
  stillADraft: '该记录仍是草稿：请先在记录页修改，再提交审批',
  alreadyAsked: '{no}已申请同一内容，正在审批中',
  moved: '申请之后该记录已有变化（{fields}），请退回或驳回后重新申请',
  gone: '该记录已不存在',
}
