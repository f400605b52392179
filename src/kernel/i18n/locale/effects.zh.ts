import type { effects as en, pushes as page, pushStates as states } from './effects.en.ts'

/** Why a side effect was not done, in Chinese. */
export const effects: Readonly<Record<keyof typeof en, string>> = {
  nothingFailed: '该单据没有失败的推送，或正在重新推送',
  oldProcess: '只有新流程才能关闭',
  refused: '对方系统拒绝接收（{status}）：{answer}',
  unavailable: '对方系统暂时无法接收（{status}）',
  unreachable: '无法连接对方系统（{cause}）',
  timeout: '对方系统在{seconds}秒内没有应答',
  fault: '本系统故障，未能发送，详情见服务器日志',
}

export const pushStates: Readonly<Record<keyof typeof states, string>> = {
  pendingPushed: '待推送',
  pushing: '推送中',
  succeededPushed: '推送成功',
  failedPushed: '推送失败',
  nonPush: '不推送',
}

export const pushes: Readonly<Record<keyof typeof page, string>> = {
  title: '推送到其他系统',
  line: '第{line}行',
  noTarget: '未配置推送地址',
  next: '{time}再次尝试',
  attempts: '已尝试{count}次',
}
