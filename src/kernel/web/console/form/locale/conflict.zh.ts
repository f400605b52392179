import { documentErrorTexts } from '#kernel/base/i18n/locale/document-server.zh.ts'
import type { ConflictTexts } from './conflict.en.ts'

/** Texts about a draft that was changed elsewhere meanwhile, in Chinese; loaded when that happens. */
export const conflict: ConflictTexts = {
  stale: documentErrorTexts.stale,
  compare: '对比',
  held: '在您选择之前不会保存。',
  lineHere: '有此行',
  lineGone: '无此行',
  changes: '差异',
  field: '字段',
  yours: '您的输入',
  stored: '当前已存',
}
