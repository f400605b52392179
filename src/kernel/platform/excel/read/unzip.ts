import { crc32, createInflateRaw } from 'node:zlib'
import { Refused } from '#kernel/base/errors/errors.ts'
import { excelErrors } from '../excel.errors.ts'

/** More parts than any ordinary workbook has. */
const MAX_ENTRIES = 1000

/** Deflate reaches 1,032; a sheet of repeated rows stays below 60. Small parts may exceed it. */
const MAX_RATIO = 200
const RATIO_FREE_BYTES = 1024 * 1024

const CHUNK_BYTES = 128 * 1024

const END_RECORD = 0x06054b50
const END_RECORD_64 = 0x06064b50
const END_LOCATOR_64 = 0x07064b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50

export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  /** As the directory declares it; unpacking stops where the content exceeds it. */
  readonly declaredBytes: number
  readonly headerOffset: number
}

/** Bytes that all parts together may still unpack to; shared by every read of one file. */
export interface UnpackAllowance {
  bytesLeft: number
}

export function notWorkbook(): Refused {
  return new Refused(excelErrors.notWorkbook())
}

export function bomb(): Refused {
  return new Refused(excelErrors.bomb())
}

/**
 * Reads the directory at the end of a zip file and refuses what no workbook has: too many parts, declared sizes above
 * the limit, two parts of one name, parts outside the file. Names are only used as keys of this map, so a path in one
 * has no effect. Keys are lower case, because part names of a workbook ignore case.
 */
export function readDirectory(bytes: Uint8Array, maxUncompressedBytes: number): Map<string, ZipEntry> {
  const entries = entriesOf(bytes, 0, maxUncompressedBytes)
  refuseOverlap(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), [...entries.values()])
  return entries
}

/** The position of the directory in the tail of a file that starts at `base`. */
export function directoryStart(end: Uint8Array, base: number): number {
  return findDirectory(new DataView(end.buffer, end.byteOffset, end.byteLength), base).offset
}

/** The parts of a file whose tail includes the directory; `base` is the position of the tail's first byte. */
export function entriesOf(bytes: Uint8Array, base: number, maxUncompressedBytes: number): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { count, offset } = findDirectory(view, base)
  if (count > MAX_ENTRIES) throw bomb()
  const entries = new Map<string, ZipEntry>()
  let position = offset - base
  if (position < 0) throw notWorkbook()
  let declared = 0
  for (let index = 0; index < count; index += 1) {
    if (position + 46 > view.byteLength || view.getUint32(position, true) !== DIRECTORY_ENTRY) throw notWorkbook()
    const nameLength = view.getUint16(position + 28, true)
    const extraLength = view.getUint16(position + 30, true)
    const next = position + 46 + nameLength + extraLength + view.getUint16(position + 32, true)
    if (next > view.byteLength) throw notWorkbook()
    if ((view.getUint16(position + 8, true) & 1) !== 0) throw new Refused(excelErrors.encrypted())
    const entry = readEntry(view, bytes, position, nameLength, extraLength)
    declared += entry.declaredBytes
    if (declared > maxUncompressedBytes) throw bomb()
    const key = entry.name.toLowerCase()
    if (entries.has(key)) throw notWorkbook()
    entries.set(key, entry)
    position = next
  }
  return entries
}

/** Overlapping parts let a small file unpack to a huge one without exceeding any ratio. */
function refuseOverlap(view: DataView, entries: readonly ZipEntry[]): void {
  let end = 0
  for (const entry of entries.toSorted((one, other) => one.headerOffset - other.headerOffset)) {
    if (entry.headerOffset < end) throw bomb()
    end = contentStart(view, entry) + entry.packedBytes
  }
}

function findDirectory(view: DataView, base: number): { count: number; offset: number } {
  const lowest = Math.max(0, view.byteLength - 22 - 0xffff)
  for (let position = view.byteLength - 22; position >= lowest; position -= 1) {
    if (view.getUint32(position, true) !== END_RECORD) continue
    const locator = position - 20
    if (locator >= 0 && view.getUint32(locator, true) === END_LOCATOR_64) {
      const record = readUint64(view, locator + 8) - base
      if (record < 0 || record + 56 > view.byteLength || view.getUint32(record, true) !== END_RECORD_64)
        throw notWorkbook()
      return { count: readUint64(view, record + 32), offset: readUint64(view, record + 48) }
    }
    return { count: view.getUint16(position + 10, true), offset: view.getUint32(position + 16, true) }
  }
  throw notWorkbook()
}

function readEntry(
  view: DataView,
  bytes: Uint8Array,
  position: number,
  nameLength: number,
  extraLength: number,
): ZipEntry {
  const name = new TextDecoder().decode(bytes.subarray(position + 46, position + 46 + nameLength))
  const sizes = {
    declaredBytes: view.getUint32(position + 24, true),
    packedBytes: view.getUint32(position + 20, true),
    headerOffset: view.getUint32(position + 42, true),
  }
  readLargeSizes(view, position + 46 + nameLength, extraLength, sizes)
  return {
    name: name.replaceAll('\\', '/').replace(/^\/+/, ''),
    method: view.getUint16(position + 10, true),
    crc: view.getUint32(position + 16, true),
    ...sizes,
  }
}

/** Some writers use the 64-bit fields for files of any size: each counts only where its short field is full. */
function readLargeSizes(
  view: DataView,
  start: number,
  length: number,
  sizes: { declaredBytes: number; packedBytes: number; headerOffset: number },
): void {
  const end = start + length
  for (let position = start; position + 4 <= end;) {
    const next = position + 4 + view.getUint16(position + 2, true)
    if (view.getUint16(position, true) === 1) {
      let field = position + 4
      for (const name of ['declaredBytes', 'packedBytes', 'headerOffset'] as const) {
        if (sizes[name] !== 0xffffffff) continue
        if (field + 8 > Math.min(next, end)) throw notWorkbook()
        sizes[name] = readUint64(view, field)
        field += 8
      }
    }
    position = next
  }
}

function readUint64(view: DataView, position: number): number {
  if (position + 8 > view.byteLength) throw notWorkbook()
  return Number(view.getBigUint64(position, true))
}

/**
 * Unpacks one part in chunks and counts the output, whatever the headers say: beyond the declared size, the common
 * allowance or the highest ratio it stops.
 */
export async function* unpack(
  bytes: Uint8Array,
  entry: ZipEntry,
  allowance: UnpackAllowance,
): AsyncGenerator<Uint8Array> {
  const packed = packedContent(bytes, entry)
  const allowed = Math.min(entry.declaredBytes, allowance.bytesLeft)
  let unpacked = 0
  let crc = 0
  for await (const chunk of pieces(packed, entry.method)) {
    unpacked += chunk.byteLength
    allowance.bytesLeft -= chunk.byteLength
    if (unpacked > allowed || (unpacked > RATIO_FREE_BYTES && unpacked > packed.byteLength * MAX_RATIO)) throw bomb()
    crc = crc32(chunk, crc)
    yield chunk
  }
  if (crc !== entry.crc || unpacked !== entry.declaredBytes) throw notWorkbook()
}

function packedContent(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = contentStart(view, entry)
  if (start + entry.packedBytes > view.byteLength) throw notWorkbook()
  return bytes.subarray(start, start + entry.packedBytes)
}

function contentStart(view: DataView, { headerOffset: header }: ZipEntry): number {
  if (header + 30 > view.byteLength || view.getUint32(header, true) !== LOCAL_HEADER) throw notWorkbook()
  return header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
}

async function* pieces(packed: Uint8Array, method: number): AsyncGenerator<Uint8Array> {
  if (method === 0) {
    for (let start = 0; start < packed.byteLength; start += CHUNK_BYTES)
      yield packed.subarray(start, start + CHUNK_BYTES)
    return
  }
  if (method !== 8) throw notWorkbook()
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES })
  inflate.end(packed)
  try {
    for await (const chunk of inflate) yield chunk as Uint8Array
  } catch (error) {
    // A consumer that stops early closes the stream through the iterator, so only damaged data arrives here.
    if (isInflateFault(error)) throw notWorkbook()
    throw error
  }
}

function isInflateFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')
}
