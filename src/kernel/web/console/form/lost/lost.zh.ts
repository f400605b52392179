import type { LostTexts } from './lost.en.ts'

/** 表头选择清空明细取值时的中文文本。 */
export const lostValues: LostTexts = {
  lost: '{by}已更改，{count} 行的{fields}已清空',
}
