import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { httpErrors } from '#kernel/base/errors/kernel-errors.ts'

/** Texts of calls that are refused before their handler runs, or that fail. */
export const httpErrorTexts = {
  badRequest: '请求错误',
  invalidField: '{field}：{reason}',
  unauthorized: '登录已失效，请重新登录',
  forbidden: '无权访问，请联系管理员（缺少权限：“{right}”）',
  notFound: '不存在，或不在您的数据范围内',
  csrf: 'CSRF已更新',
  methodNotAllowed: '当前HTTP请求方式已禁用',
  tooLarge: '提交的内容过大',
  tooMany: '请求过于频繁，请稍候',
  server: '服务器错误',
  busy: '系统繁忙，请重试',
  timedOut: '处理超过 {seconds} 秒，已停止。请重试：如果其实已经完成，不会再做一次',
  idempotencyKeyMissing: '请求缺少 Idempotency-Key 请求头',
  idempotencyKeyReused: '该请求标识已用于其他内容',
} satisfies ErrorTexts<typeof httpErrors>
