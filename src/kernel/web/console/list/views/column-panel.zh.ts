import type { ColumnPanelTexts } from './column-panel.en.ts'

/** Texts of the panel of columns in Chinese. */
export const columnPanel: ColumnPanelTexts = {
  help: '拖动可排序；也可在手柄上用方向键：上下移动，左右调整宽度。',
  reset: '重置列',
  move: '“{column}”的顺序与宽度',
  pinOne: '固定“{column}”',
  pin: '固定该列',
}
