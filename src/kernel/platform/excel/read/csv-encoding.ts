import { isUtf8 } from 'node:buffer'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { excelErrors } from '../excel.errors.ts'

export interface CsvEncoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030'
  /** Bytes of its mark at the start of the file. */
  readonly markBytes: number
  readonly warning: Refusal | null
}

const PIECE = 64 * 1024

/**
 * The encoding that a csv file was saved in. Excel in Chinese saves GB18030 unless it is told otherwise, and "Unicode
 * text" is UTF-16. Nothing in the bytes of a European code page says which one it is: such a file is refused
 * rather than read as the Chinese that it happens to spell.
 */
export function csvEncoding(bytes: Uint8Array): CsvEncoding {
  const [first, second, third, fourth] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return { name: 'utf-8', markBytes: 3, warning: null }
  // UTF-32 begins like UTF-16; nobody saves tables in it.
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) throw new Refused(excelErrors.notCsv())
  if (first === 0xff && second === 0xfe) return { name: 'utf-16le', markBytes: 2, warning: null }
  if (first === 0xfe && second === 0xff) return { name: 'utf-16be', markBytes: 2, warning: null }
  if (bytes.subarray(0, PIECE).includes(0)) {
    // Titles of a table hold ASCII: every other byte of UTF-16 is zero there.
    if (first !== 0 && second === 0) return { name: 'utf-16le', markBytes: 0, warning: null }
    if (first === 0 && second !== 0) return { name: 'utf-16be', markBytes: 0, warning: null }
    throw new Refused(excelErrors.notCsv())
  }
  if (isUtf8(bytes)) return { name: 'utf-8', markBytes: 0, warning: null }
  if (!looksChinese(bytes)) throw new Refused(excelErrors.notCsv())
  return { name: 'gb18030', markBytes: 0, warning: excelErrors.readAsChinese() }
}

/** In everyday Chinese both bytes of a character are high; in a European text a high byte stands among letters. */
function looksChinese(bytes: Uint8Array): boolean {
  let high = 0
  let low = 0
  for (let index = 0; index + 1 < bytes.length; index += 1) {
    if (bytes[index]! < 0x81) continue
    if (bytes[index + 1]! >= 0xa1) high += 1
    else low += 1
    index += 1
  }
  return high > low
}

/** The text of the file, piece by piece. */
export function* csvText(bytes: Uint8Array, { name, markBytes }: CsvEncoding): Generator<string> {
  const decoder = new TextDecoder(name, { fatal: true, ignoreBOM: true })
  try {
    for (let start = markBytes; start < bytes.length; start += PIECE)
      yield decoder.decode(bytes.subarray(start, start + PIECE), { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new Refused(excelErrors.notCsv())
    throw error
  }
}
