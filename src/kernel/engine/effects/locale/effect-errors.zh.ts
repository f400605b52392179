import type { effectErrorTexts as en } from './effect-errors.en.ts'

/** Texts of failed side effects, in Chinese. */
export const effectErrorTexts: Readonly<Record<keyof typeof en, string>> = {
  oldProcess: '只有新流程才能关闭',
  refused: '对方系统拒绝接收（{status}）：{answer}',
  unavailable: '对方系统暂时无法接收（{status}）',
  unreachable: '无法连接对方系统（{cause}）',
  timeout: '对方系统在{seconds}秒内没有应答',
  fault: '本系统故障，未能发送，详情见服务器日志',
}
