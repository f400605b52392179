import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

/** One part of a zip file, in chunks. */
export interface ZipPart {
  readonly name: string
  /** A chunk has to stay valid until the one after the next is requested. */
  readonly bytes: AsyncIterable<Buffer>
  /** Set for content that is already compressed. */
  readonly isPacked?: boolean
  /** Set where the part may exceed 4 GB; the header must declare it in advance, and old programs cannot open such a part. */
  readonly isLarge?: boolean
}

/** Largest values of the 32-bit fields; larger ones go into an extra field (zip64). */
const MOST_BYTES = 0xffff_ffff
const MOST_PARTS = 0xffff

/** Thrown where a part that was not declared large exceeds the 32-bit format. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge'
}

/** Sizes follow the part (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const VERSION = 20
const VERSION_64 = 45
const DEFLATE = 8
/** 1 January 1980, so that the files of two equal exports are identical. */
const DATE = 0x0021

/** The fastest level: a cell is mostly the same bytes as the one above it, so more effort saves little. */
const LEVEL = 1
/** The compressor runs in the thread pool; large chunks keep the hand-overs few. */
const CHUNK = 256 * 1024

/** A zip file as a stream: only a chunk of it is ever in memory. */
export async function* zipStream(parts: Iterable<ZipPart> | AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const part of parts) {
    const name = Buffer.from(part.name)
    const isLarge = part.isLarge === true
    const start = offset
    const head = localHeader(name, isLarge)
    yield head
    offset += head.length
    const tally = { crc: 0, plain: 0, packed: 0 }
    for await (const piece of packed(part, tally)) {
      offset += piece.length
      yield piece
    }
    if (!isLarge && Math.max(tally.plain, tally.packed) > MOST_BYTES)
      throw new ZipTooLarge('more than 4 GB in one part')
    const tail = descriptor(tally, isLarge)
    yield tail
    offset += tail.length
    directory.push(directoryEntry(name, tally, start, isLarge))
  }
  const entries = Buffer.concat(directory)
  yield entries
  yield endRecord(directory.length, entries.length, offset)
}

interface Tally {
  crc: number
  plain: number
  packed: number
}

async function* packed({ bytes, isPacked }: ZipPart, tally: Tally): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: isPacked ? 0 : LEVEL, chunkSize: CHUNK })
  const feeding = feed(bytes, deflate, tally)
  // A failure of the source ends the loop below with the same error.
  feeding.catch((error: Error) => deflate.destroy(error))
  for await (const piece of deflate as AsyncIterable<Buffer>) {
    tally.packed += piece.length
    yield piece
  }
  await feeding
}

/**
 * The next chunk is produced while one is being compressed in the thread pool; the one before both is finished, and its
 * buffer may be reused.
 */
async function feed(bytes: AsyncIterable<Buffer>, deflate: DeflateRaw, tally: Tally): Promise<void> {
  let packing = Promise.resolve()
  for await (const piece of bytes) {
    tally.crc = crc32(piece, tally.crc)
    tally.plain += piece.length
    await packing
    if (deflate.destroyed) return
    packing = new Promise((resolve, reject) => deflate.write(piece, (error) => (error ? reject(error) : resolve())))
    // If the reader has stopped, the loop notices at its next chunk.
    packing.catch(() => undefined)
  }
  await packing
  deflate.end()
}

/** A zip64 extra field with eight bytes for each value. */
function extra64(...values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0)
  const extra = Buffer.alloc(4 + values.length * 8)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(values.length * 8, 2)
  values.forEach((value, index) => extra.writeBigUInt64LE(BigInt(value), 4 + index * 8))
  return extra
}

function localHeader(name: Buffer, isLarge: boolean): Buffer {
  // The sizes are not known yet; the field reserves eight bytes for each.
  const extra = isLarge ? extra64(0, 0) : extra64()
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(isLarge ? VERSION_64 : VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATE, 8)
  head.writeUInt16LE(DATE, 12)
  if (isLarge) head.fill(0xff, 18, 26)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(extra.length, 28)
  return Buffer.concat([head, name, extra])
}

function descriptor({ crc, plain, packed: size }: Tally, isLarge: boolean): Buffer {
  const tail = Buffer.alloc(isLarge ? 24 : 16)
  tail.writeUInt32LE(0x08074b50, 0)
  tail.writeUInt32LE(crc, 4)
  if (isLarge) {
    tail.writeBigUInt64LE(BigInt(size), 8)
    tail.writeBigUInt64LE(BigInt(plain), 16)
  } else {
    tail.writeUInt32LE(size, 8)
    tail.writeUInt32LE(plain, 12)
  }
  return tail
}

function directoryEntry(name: Buffer, { crc, plain, packed: size }: Tally, start: number, isLarge: boolean): Buffer {
  const isFar = start >= MOST_BYTES
  const extra = extra64(...(isLarge ? [plain, size] : []), ...(isFar ? [start] : []))
  const version = isLarge || isFar ? VERSION_64 : VERSION
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(version, 4)
  entry.writeUInt16LE(version, 6)
  entry.writeUInt16LE(FLAGS, 8)
  entry.writeUInt16LE(DEFLATE, 10)
  entry.writeUInt16LE(DATE, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(isLarge ? MOST_BYTES : size, 20)
  entry.writeUInt32LE(isLarge ? MOST_BYTES : plain, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt16LE(extra.length, 30)
  entry.writeUInt32LE(isFar ? MOST_BYTES : start, 42)
  return Buffer.concat([entry, name, extra])
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, MOST_PARTS), 8)
  end.writeUInt16LE(Math.min(count, MOST_PARTS), 10)
  end.writeUInt32LE(Math.min(size, MOST_BYTES), 12)
  end.writeUInt32LE(Math.min(offset, MOST_BYTES), 16)
  if (offset < MOST_BYTES && count < MOST_PARTS) return end
  return Buffer.concat([end64(count, size, offset), end])
}

/** The zip64 end record and its locator. */
function end64(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(56 + 20)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(VERSION_64, 12)
  record.writeUInt16LE(VERSION_64, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  record.writeUInt32LE(0x07064b50, 56)
  record.writeBigUInt64LE(BigInt(offset + size), 64)
  record.writeUInt32LE(1, 72)
  return record
}
