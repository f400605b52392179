/** Texts of the sheet of lines on the desktop, in English. */
export const sheetDesk = {
  fillDown: 'Fill down',
  selected: '{count} selected',
  selectLine: 'Select line {row}',
  selectAll: 'Select all lines',
  pasteHint: 'Paste from a spreadsheet into any cell',
  pasted: '{count} {count, line|lines} pasted',
  leftOut: '{count} pasted {count, cell|cells} belong to no column and were left out',
  onlyShown: 'Pasted cells of columns that cannot be filled in were left out: {columns}',
  badOnly: 'Only lines with errors',
} as const

export type SheetDeskTexts = Readonly<Record<keyof typeof sheetDesk, string>>
