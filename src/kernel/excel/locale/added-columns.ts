/** Titles of the columns that a workbook of errors carries beside those of the file. */
export const addedColumns = {
  zh: { row: '原文件行号', problem: '问题' },
  en: { row: 'Row in the file', problem: 'What is wrong' },
}
