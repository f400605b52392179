import { Refused } from '#kernel/errors/errors.ts'
import { cellText, type ReadLimits, type SheetRow } from './cell.ts'
import { excelErrors } from './excel.errors.ts'
import { SheetRows } from './sheet-rows.ts'
import { notWorkbook, readDirectory, type ZipEntry } from './unzip.ts'
import {
  PartReader,
  type Relationship,
  readDateStyles,
  readRelationships,
  readSharedStrings,
  readSheetList,
} from './workbook-parts.ts'

export interface ParseRequest {
  readonly limits: ReadLimits
  /** Name of the sheet; without one the first visible. */
  readonly sheet?: string
}

/** Old .xls files and encrypted workbooks share one container; only the second holds this name in it. */
const OLE_MAGIC = [0xd0, 0xcf, 0x11, 0xe0]
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le')

/** Refuses by its first bytes and its directory what is no workbook, before anything is unpacked. */
export function openWorkbook(bytes: Uint8Array, maxUncompressedBytes: number): Map<string, ZipEntry> {
  if (OLE_MAGIC.every((byte, index) => bytes[index] === byte)) {
    const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(ENCRYPTED_PACKAGE)
    throw isEncrypted ? new Refused(excelErrors.encrypted()) : notWorkbook()
  }
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw notWorkbook()
  return readDirectory(bytes, maxUncompressedBytes)
}

/**
 * Reads one sheet, handing over each filled row as it is found, the header first. Runs in a worker
 * thread for all but small files.
 */
export async function parseWorkbook(
  bytes: Uint8Array,
  entries: ReadonlyMap<string, ZipEntry>,
  request: ParseRequest,
  emit: (row: SheetRow) => void,
): Promise<void> {
  const parts = new PartReader(bytes, entries, { bytesLeft: request.limits.maxUncompressedBytes })
  if (!parts.has('_rels/.rels')) throw notWorkbook()
  const workbook = (await readRelationships(parts, '')).find((part) => part.type === 'officeDocument')
  if (!workbook) throw notWorkbook()
  const { sheets, from1904 } = await readSheetList(parts, workbook.target)
  const related = await readRelationships(parts, workbook.target)
  const sheetPaths = new Map(related.filter((part) => part.type === 'worksheet').map((part) => [part.id, part.target]))
  const readable = sheets.filter((sheet) => sheetPaths.has(sheet.relationship))
  const chosen =
    request.sheet === undefined
      ? readable.find((sheet) => !sheet.hidden)
      : readable.find((sheet) => sheet.name === request.sheet)
  if (!chosen)
    throw request.sheet === undefined ? notWorkbook() : new Refused(excelErrors.sheetMissing({ sheet: request.sheet }))
  const strings = pathOf(related, 'sharedStrings', parts)
  const styles = pathOf(related, 'styles', parts)
  const rows = new SheetRows(
    request.limits,
    {
      sharedStrings: strings === undefined ? [] : await readSharedStrings(parts, strings),
      dateStyles: styles === undefined ? [] : await readDateStyles(parts, styles),
      from1904,
    },
    emit,
  )
  await parts.read(sheetPaths.get(chosen.relationship) ?? '', rows)
  rows.finish()
}

function pathOf(related: readonly Relationship[], type: string, parts: PartReader): string | undefined {
  const path = related.find((part) => part.type === type)?.target
  return path !== undefined && parts.has(path) ? path : undefined
}

export function headerOf(row: SheetRow): string[] {
  return row.cells.map((cell) => (cell.kind === 'formula' || cell.kind === 'error' ? '' : cellText(cell).trim()))
}
