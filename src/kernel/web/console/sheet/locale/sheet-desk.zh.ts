import type { SheetDeskTexts } from './sheet-desk.en.ts'

/** Texts of the sheet of lines on the desktop, in Chinese. */
export const sheetDesk: SheetDeskTexts = {
  fillDown: '向下填充',
  selected: '已选 {count} 行',
  selectLine: '选择第 {row} 行',
  selectAll: '选择全部行',
  pasteHint: '可从表格软件粘贴到任意单元格',
  pasted: '已粘贴 {count} 行',
  leftOut: '有 {count} 个粘贴的单元格没有对应的列，未被填入',
  onlyShown: '以下列不可填写，粘贴的单元格未填入：{columns}',
  badOnly: '仅看有错误的行',
}
