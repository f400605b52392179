import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { notifyErrors } from '../notify.errors.ts'

/** Texts of messages that are not sent, in Chinese. */
export const notifyErrorTexts = {
  channelOff: '此渠道尚未配置，请联系管理员',
  noAddress: '您的账号没有邮箱地址，请联系管理员',
  testRuns: '已有一条测试消息正在发送',
} satisfies ErrorTexts<typeof notifyErrors>
