/** Texts of exports, in English. */
export const exporting = {
  more: 'More ways to export',
  pdf: 'PDF (.pdf)',
  allXlsx: 'Excel, all columns',
  allCsv: 'CSV, all columns',
  tooMany: 'Too many rows for one file',
  splitHint: 'The product can split it by itself: one zip of several files, all as of the same moment.',
  split: 'Export in parts',
}

export type ExportingTexts = typeof exporting
