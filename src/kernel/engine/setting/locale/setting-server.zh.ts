import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { twoPeopleErrors } from '../two-people.errors.ts'

/** 设置草稿被拒绝的原因（中文）。 */
export const twoPeopleErrorTexts = {
  unknown: '没有此项设置',
  unknownVersion: '没有该版本',
  noDraft: '该草稿已发布或已放弃',
  draftStale: '草稿已由 {by} 于 {at} 修改。您的输入已保留，请对比后重试',
  baseMoved: '期间已发布第 {version} 版，请放弃草稿后从新版开始',
  secondPerson: '草稿最后由您编辑，须由他人发布',
  tookPart: '您参与过此草稿的编辑，须由未参与的人发布',
  drafterMayNot: '起草人 {by} 已无此权限（{right}），须由有权限的人重新保存草稿',
  nothingChanged: '草稿与已发布版本相同',
  mayNotAsk: '您没有该草稿的权限：{right}',
  nobodyToAsk: '有权发布的人都参与过编辑：请放弃草稿，由更少的人重新起草',
  notAsked: '没有人请您发布该草稿，或请求已撤回',
  incomplete: '草稿尚不能发布：{count} 个问题',
} satisfies ErrorTexts<typeof twoPeopleErrors>
