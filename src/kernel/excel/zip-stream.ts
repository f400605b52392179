import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One part of a zip file, piece by piece. */
export interface ZipPart {
  readonly name: string
  readonly text: AsyncIterable<string>
}

/** Beyond this a zip file needs another format (zip64), which not every program reads from a stream. */
const MOST_BYTES = 0xffff_ffff

/** Thrown where a part or the file outgrows the format. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge'
}

/** Sizes stand behind the part (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const VERSION = 20
const DEFLATE = 8
/** 1 January 1980: the files of two equal exports are equal. */
const DATE = 0x0021

/** A little smaller than the fastest level, at half the time of the usual one. */
const LEVEL = 3

/** A zip file as a stream: only a piece of it is ever in memory. */
export async function* zipStream(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const name = Buffer.from(part.name)
    const start = offset
    const head = localHeader(name)
    yield head
    offset += head.length
    const tally = { crc: 0, plain: 0, packed: 0 }
    for await (const piece of packed(part.text, tally)) {
      offset += piece.length
      yield piece
    }
    if (tally.plain > MOST_BYTES || offset > MOST_BYTES) throw new ZipTooLarge('more than 4 GB in one file')
    const tail = descriptor(tally)
    yield tail
    offset += tail.length
    directory.push(directoryEntry(name, tally, start))
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

async function* packed(text: AsyncIterable<string>, tally: Tally): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const piece of text) {
      const bytes = Buffer.from(piece)
      tally.crc = crc32(bytes, tally.crc)
      tally.plain += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: LEVEL })
  // A failure of the source ends the loop below with the same error.
  const feeding = pipeline(Readable.from(counted()), deflate)
  feeding.catch(() => undefined)
  for await (const piece of deflate as AsyncIterable<Buffer>) {
    tally.packed += piece.length
    yield piece
  }
  await feeding
}

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATE, 8)
  head.writeUInt16LE(DATE, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function descriptor({ crc, plain, packed: size }: Tally): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  tail.writeUInt32LE(crc, 4)
  tail.writeUInt32LE(size, 8)
  tail.writeUInt32LE(plain, 12)
  return tail
}

function directoryEntry(name: Buffer, { crc, plain, packed: size }: Tally, start: number): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(VERSION, 4)
  entry.writeUInt16LE(VERSION, 6)
  entry.writeUInt16LE(FLAGS, 8)
  entry.writeUInt16LE(DEFLATE, 10)
  entry.writeUInt16LE(DATE, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(size, 20)
  entry.writeUInt32LE(plain, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(start, 42)
  return Buffer.concat([entry, name])
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
