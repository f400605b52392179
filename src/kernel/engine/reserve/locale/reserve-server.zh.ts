import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { reserveErrors } from '../reserve.errors.ts'

/** Texts of unconfirmed reserves, in Chinese. */
export const reserveErrorTexts = {
  occupying: '占用中：财务系统尚未确认占用，确认前不能审批通过',
  failToOccupy: '占用失败：财务系统未占用该金额，不能审批通过。{reason}',
  refused: '财务系统拒绝（{status}）：{answer}',
  unavailable: '财务系统暂时无法处理（{status}）',
  unreachable: '无法连接财务系统（{cause}）',
  timeout: '财务系统在 {seconds} 秒内没有应答，再次发送前会先查询',
  deciding: '财务系统已收到，尚未处理完',
  expired: '截止时间前没有得到确认',
  fault: '因本系统故障未能发送，详情见服务器日志',
  waits: '等待第 {round} 轮的占用释放',
  badSignature: '签名不正确，或消息已过期',
} satisfies ErrorTexts<typeof reserveErrors>
