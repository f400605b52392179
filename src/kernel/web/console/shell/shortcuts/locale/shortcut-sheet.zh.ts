import type { ShortcutSheetTexts } from './shortcut-sheet.en.ts'

export const shortcutSheet: ShortcutSheetTexts = {
  page: '本页面',
  everywhere: '全局',
  or: '或',
  singleKeys: '启用单键快捷键（字母、?、/）',
  hint: '输入文字时和在对话框中不起作用。',
}
