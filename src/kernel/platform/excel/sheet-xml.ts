export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Maximum characters of a cell. */
export const CELL_CHARACTERS = 32_767

const SPECIAL = /[&<>_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u

/**
 * XML cannot hold most control characters; the format writes them as `_x000D_`, and that text itself as
 * `_x005F_x000D_`.
 */
export function xmlText(text: string): string {
  const cut = text.length > CELL_CHARACTERS ? text.slice(0, CELL_CHARACTERS) : text
  if (!SPECIAL.test(cut)) return cut
  return cut
    .toWellFormed()
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (mark) =>
      mark === '\n' || mark === '\t' ? mark : `_x${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
}

/** Letters of a zero-based column: A, B, …, Z, AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}
