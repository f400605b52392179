import type { PaletteTexts } from './palette.en.ts'

export const palette: PaletteTexts = {
  placeholder: '页面、编号、名称或要做的事',
  results: '结果',
  groups: { recent: '最近访问', actions: '操作', pages: '页面' },
  searching: '正在查找…',
  none: '没有找到“{typed}”',
  failed: '查找失败：{reason}',
  move: '选择',
  open: '打开',
  openBeside: '在新标签页中打开',
}
