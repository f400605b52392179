import type { ExportingTexts } from './exporting.en.ts'

/** Texts of exports, in Chinese. */
export const exporting: ExportingTexts = {
  more: '更多导出方式',
  pdf: 'PDF (.pdf)',
  allXlsx: 'Excel，全部列',
  allCsv: 'CSV，全部列',
  tooMany: '数据过多，无法导出为一个文件',
  splitHint: '系统可自动拆分：多个文件打包为一个压缩包，数据均截至同一时刻。',
  split: '拆分导出',
}
