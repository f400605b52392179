import type { AddOrReplaceTexts } from './add-or-replace.en.ts'

/** What becomes of the lines of a form when a file brings others, in Chinese; loaded when that is asked. */
export const addOrReplace: AddOrReplaceTexts = {
  title: '追加还是替换？',
  hint: '{file} 有 {read} 行，表单中已有 {held} 行。',
  add: '追加 {count} 行',
  replace: '替换原有 {count} 行',
}
