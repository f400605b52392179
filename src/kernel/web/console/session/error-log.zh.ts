import type { ErrorLogTexts } from './error-log.en.ts'

/** Texts of the panel of errors in Chinese. */
export const errorLog: ErrorLogTexts = {
  empty: '自页面加载以来没有错误',
  message: '信息',
  info: '说明',
  url: '地址',
  stack: '堆栈',
  times: '{count} 次',
  clear: '清空',
  copyAll: '全部复制',
  window: '脚本',
  rejection: '未处理的异步错误',
  render: '页面部分 {part}',
  chunk: '加载页面的一部分',
}
