import type { ErrorTexts } from '#kernel/errors/errors.ts'
import type { recordErrors } from '#kernel/record/record.errors.ts'

/** Why something about a record was refused, in Chinese. The server puts it into words: no page loads it. */
export const recordErrorTexts = {
  notFound: '该记录不存在，或不在您的数据范围内',
  stale: '{by}已于{at}修改。您的输入已保留，请比较后重试',
  changedSince: '{by}在此期间已修改',
  exists: '{key}已存在',
  keyShape: '{field}：只能使用字母、数字，中间可用 . _ / -',
  keyFixed: '{field}不能修改',
  shape: '{field}的写法如：{like}',
  taken: '{field}：{value}已属于{key}',
  appendOnly: '已有内容不能修改：请新增一条从其他日期起生效的记录',
  inForce: '已自{day}起生效，不能再撤回',
  unknownCode: '{field}：{code}不存在，或不在您的数据范围内',
  disabledCode: '{field}：{code}已停用',
  unlike: '{field}：{code}的{same}不同',
  used: '其他地方仍在使用（{uses}），只能停用，不能删除',
  coordinatePair: '{field}：纬度和经度须同时填写或同时留空',
  imageUnknown: '{field}：该图片已失效或不是您上传的，请重新上传',
  imageElsewhere: '{field}：该图片已用于其他记录，请重新上传',
  imageType: '{field}：仅支持{types}',
  notByFile: '文件不能新增（{fields}），只能修改已有记录',
  wrongState: '已是该状态',
  beginsAsDraft: '新记录从草稿开始，审批通过后才能启用',
  byApproval: '草稿须经主数据变更单审批，之后才能启用',
  guarded: '{field}须经审批修改：请在记录页使用“申请变更”',
  waiting: '{no}正在审批中，请先完成审批或撤回',
  itself: '{field}：不能选择自身',
  circle: '{field}：{key}已是{upper}的上级，不能再成为其下级',
  onlyDrafts: '只有草稿可以删除；审批通过的记录可以停用',
  secret: '{field}仅显示部分内容，您不能修改',
} satisfies ErrorTexts<typeof recordErrors>
