/** Parses spreadsheet cells on the clipboard: tab-separated, quoted where a cell contains a line break. */
export function readTsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = (): void => {
    row.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === '\t') endCell()
    else if (character === '\n') {
      endCell()
      rows.push(row)
      row = []
    } else if (character !== '\r') cell += character
  }
  if (cell !== '' || row.length > 0) {
    endCell()
    rows.push(row)
  }
  return rows
}
