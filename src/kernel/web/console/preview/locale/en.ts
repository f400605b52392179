/** Texts of the file preview, in English. */
export const en = {
  sheets: 'Sheets',
  sheet: 'Sheet {name}',
  csv: 'Text file',
  loading: 'Loading …',
  empty: 'This sheet is empty',
  moreRows: 'The first {count} rows are shown. Download the file to see all of them',
  moreColumns: 'The first {count} columns are shown. Download the file to see all of them',
  moreBoth: 'The first {count} rows and {columns} columns are shown. Download the file to see all of it',
  download: 'Download',
  close: 'Close',
  failed: 'The preview failed: {reason}',
}
