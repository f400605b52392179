import type { ChartTexts } from './chart.en.ts'

/** Texts of pictures of amounts in Chinese. */
export const chart: ChartTexts = {
  asTable: '以表格显示',
  label: '{title}，{currency}；具体数字见下方表格',
  failed: '图表加载失败，数字见表格。',
}
