/** Titles of the columns that an error or result workbook has in addition to those of the file. */
export const addedColumns = {
  zh: { row: '原文件行号', problem: '问题', document: '生成的单据' },
  en: { row: 'Row in the file', problem: 'What is wrong', document: 'Document made' },
}

/** Stands after the example row of a template, in a column without a title: a row that has it is not imported. */
export const exampleMarks = { zh: '← 示例行，不会导入', en: '← Example row, not imported' }
