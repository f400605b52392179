import type { ErrorTexts } from '#kernel/errors/errors.ts'
import type { recordErrors } from '#kernel/record/record.errors.ts'

/** Why something about a record was refused, in Chinese. The server puts it into words: no page loads it. */
export const recordErrorTexts = {
  notFound: '该记录不存在，或不在您的数据范围内',
  stale: '{by}已于{at}修改。您的输入已保留，请比较后重试',
  exists: '{key}已存在',
  keyShape: '{field}：只能使用字母、数字，中间可用 . _ / -',
  keyFixed: '{field}不能修改',
  unknownCode: '{field}：{code}不存在，或不在您的数据范围内',
  disabledCode: '{field}：{code}已停用',
  used: '仍被{count}处使用（{uses}），只能停用，不能删除',
  wrongState: '已是该状态',
} satisfies ErrorTexts<typeof recordErrors>
