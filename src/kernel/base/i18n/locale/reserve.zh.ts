import type { reserves as page, reserveStates as states } from './reserve.en.ts'

/** The spec's words for reserves that another system confirms (section 4), in Chinese. */
export const reserveStates: Readonly<Record<keyof typeof states, string>> = {
  occupying: '占用中',
  occupied: '已占用',
  failToOccupy: '占用失败',
  releasing: '释放中',
  released: '已释放',
  failToRelease: '释放失败',
  none: '未占用',
}

/** Shown on the page of a document whose reserve is not confirmed. */
export const reserves: Readonly<Record<keyof typeof page, string>> = {
  occupying: '财务系统尚未确认占用，确认前不能审批通过。',
  failToOccupy: '财务系统未占用该金额，不能审批通过：请重试或撤回。',
  releasing: '财务系统尚未确认释放。',
  failToRelease: '财务系统仍占用本轮金额：需要重试。',
  until: '{time} 截止',
  by: '财务系统',
}
