import { Refused } from '#kernel/base/errors/errors.ts'
import { excelErrors } from '../excel.errors.ts'
import { parseCsv } from './parse-csv.ts'
import { type ParseRequest, parseWorkbook, type RowReceiver } from './parse-workbook.ts'
import { notWorkbook, readDirectory } from './unzip.ts'

export type SheetFileKind = 'xlsx' | 'csv'

/** Old .xls files and encrypted workbooks share one container; only the second holds this name in it. */
const OLE_MAGIC = [0xd0, 0xcf, 0x11, 0xe0]
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le')
const ZIP_MAGIC = [0x50, 0x4b]
/** What systems call .xls that is a page or the XML of 2003. */
const MARKUP = /^\s*<(!doctype|\?xml|html|head|body|table|meta|style|script|!--)/i
const CSV_NAME = /\.(csv|tsv|txt)$/i

/**
 * What a file is by its first bytes, whatever it is called: only whether plain text is meant as a csv file is asked
 * of its name. Everything else is refused, by name where people are likely to meet it.
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

/** Bytes that reading will have to go through: how a large file is told from a small one before it is read. */
export function sizeToRead(bytes: Uint8Array, request: ParseRequest): number {
  if (request.kind === 'csv') return bytes.byteLength
  let declared = 0
  for (const entry of readDirectory(bytes, request.limits.maxUncompressedBytes).values())
    declared += entry.declaredBytes
  return declared
}

/** Reads the file to its end, handing over each filled row as it is found, the header first. */
export async function parseFile(bytes: Uint8Array, request: ParseRequest, sink: RowReceiver): Promise<void> {
  if (request.kind === 'csv') await parseCsv(bytes, request.limits, sink)
  else await parseWorkbook(bytes, readDirectory(bytes, request.limits.maxUncompressedBytes), request, sink)
}
