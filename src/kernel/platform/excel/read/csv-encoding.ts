import { isUtf8 } from 'node:buffer'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { excelErrors } from '../excel.errors.ts'

export interface CsvEncoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030'
  /** Length of the byte order mark. */
  readonly markBytes: number
  readonly warning: Refusal | null
}

const PIECE = 64 * 1024

/**
 * Detects the encoding of a csv file. Excel in Chinese saves GB18030 by default, and "Unicode text" is UTF-16. The
 * bytes of a European code page do not say which one it is: such a file is refused rather than misread as Chinese.
 */
export function csvEncoding(bytes: Uint8Array): CsvEncoding {
  const [first, second, third, fourth] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return { name: 'utf-8', markBytes: 3, warning: null }
  // UTF-32 begins like UTF-16, but is not used for tables.
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) throw new Refused(excelErrors.notCsv())
  if (first === 0xff && second === 0xfe) return { name: 'utf-16le', markBytes: 2, warning: null }
  if (first === 0xfe && second === 0xff) return { name: 'utf-16be', markBytes: 2, warning: null }
  if (bytes.subarray(0, PIECE).includes(0)) {
    // Table titles contain ASCII, which has zeros in every other byte of UTF-16.
    if (first !== 0 && second === 0) return { name: 'utf-16le', markBytes: 0, warning: null }
    if (first === 0 && second !== 0) return { name: 'utf-16be', markBytes: 0, warning: null }
    throw new Refused(excelErrors.notCsv())
  }
  if (isUtf8(bytes)) return { name: 'utf-8', markBytes: 0, warning: null }
  if (!looksChinese(bytes)) throw new Refused(excelErrors.notCsv())
  return { name: 'gb18030', markBytes: 0, warning: excelErrors.readAsChinese() }
}

/** In common Chinese text both bytes of a character are high; in a European text a high byte stands among letters. */
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

/** The text of the file, in chunks. */
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
