import type { ParameterTexts } from './parameters.en.ts'

/** 内核系统参数的中文名称。 */
export const parameters: ParameterTexts = {
  idle: { label: '会话闲置时限', hint: '会话闲置超过此时限即结束。' },
  linkIdle: { label: '链接会话闲置时限', hint: '通过链接建立的会话，以及以他人身份查看的会话。' },
  absolute: { label: '会话最长时限', hint: '无论是否在使用，超过此时限即结束。' },
  stepUp: { label: '重新登录有效期', hint: '需要重新登录的操作，登录后在此时限内有效。' },
  urge: { label: '催办间隔', hint: '发起人在此间隔内只能催办一次。' },
  downloadDays: { label: '下载中心文件', hint: '生成的文件保留多久。' },
  notificationDays: { label: '通知', hint: '通知保留多久。' },
  addressLimit: { label: '单个地址的请求数', hint: '同一地址可发送的请求；同一办公室共用一个地址。' },
  personLimit: { label: '单个人员的请求数', hint: '同一人员在其全部会话中可发送的请求。' },
  reads: { label: '查看审计', hint: '查看这些记录或字段的人员会记入审计。' },
  language: { label: '默认语言', hint: '调用方未指定可用语言时使用。' },
  languages: { en: '英文', zh: '中文' },
}
