import { Refused } from '#kernel/base/errors/errors.ts'
import { excelErrors } from '../excel.errors.ts'
import { parseCsv } from './parse-csv.ts'
import { type ParseRequest, parseWorkbook, type RowReceiver } from './parse-workbook.ts'
import { notWorkbook, readDirectory } from './unzip.ts'

export type SheetFileKind = 'xlsx' | 'csv'

/** Old .xls files and encrypted workbooks share one container format; only the latter contain this name. */
const OLE_MAGIC = [0xd0, 0xcf, 0x11, 0xe0]
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le')
const ZIP_MAGIC = [0x50, 0x4b]
/** Start of web pages and of the 2003 XML format, which some systems name .xls. */
const MARKUP = /^\s*<(!doctype|\?xml|html|head|body|table|meta|style|script|!--)/i
const CSV_NAME = /\.(csv|tsv|txt)$/i

/**
 * Detects the kind of a file by its first bytes, whatever its name; the name only decides whether plain text is meant
 * as csv. Everything else is refused, by name for common formats.
 */
export function kindOf(bytes: Uint8Array, fileName: string): SheetFileKind {
  if (startsWith(bytes, OLE_MAGIC)) {
    const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(ENCRYPTED_PACKAGE)
    throw new Refused(isEncrypted ? excelErrors.encrypted() : excelErrors.oldWorkbook())
  }
  if (startsWith(bytes, ZIP_MAGIC)) return 'xlsx'
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').replaceAll('\0', '')
  if (MARKUP.test(start.replace(/^(\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)/, ''))) throw new Refused(excelErrors.webPage())
  if (!CSV_NAME.test(fileName)) throw notWorkbook()
  if (start.startsWith('%PDF')) throw new Refused(excelErrors.notCsv())
  return 'csv'
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}

/** Bytes that reading will process; used to tell a large file from a small one before it is read. */
export function sizeToRead(bytes: Uint8Array, request: ParseRequest): number {
  if (request.kind === 'csv') return bytes.byteLength
  let declared = 0
  for (const entry of readDirectory(bytes, request.limits.maxUncompressedBytes).values())
    declared += entry.declaredBytes
  return declared
}

/** Reads the whole file and passes on each filled row as it is found, the header first. */
export async function parseFile(bytes: Uint8Array, request: ParseRequest, sink: RowReceiver): Promise<void> {
  if (request.kind === 'csv') await parseCsv(bytes, request.limits, sink)
  else await parseWorkbook(bytes, readDirectory(bytes, request.limits.maxUncompressedBytes), request, sink)
}
