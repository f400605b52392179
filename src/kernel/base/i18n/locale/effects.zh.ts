import type { pushes as page, pushStates as states } from './effects.en.ts'

export const pushStates: Readonly<Record<keyof typeof states, string>> = {
  pendingPushed: '待推送',
  pushing: '推送中',
  pushed: '已推送',
  succeededPushed: '推送成功',
  failedPushed: '推送失败',
  nonPush: '不推送',
}

export const pushes: Readonly<Record<keyof typeof page, string>> = {
  title: '推送到其他系统',
  line: '第{line}行',
  noTarget: '未配置推送地址',
  next: '{time}重试',
  attempts: '已尝试{count}次',
}
