import { inflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly packed: Buffer
  readonly content: Buffer
  readonly crc: number
  /** Its sizes are of eight bytes (zip64). */
  readonly isLarge: boolean
}

/** The parts of a zip file by its directory, as any program that opens one reads it. */
export function readZip(file: Buffer): readonly ZipEntry[] {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let at = file.readUInt32LE(end + 16)
  return Array.from({ length: file.readUInt16LE(end + 10) }, () => {
    if (file.readUInt32LE(at) !== 0x02014b50) throw new Error('no entry of a directory')
    const nameLength = file.readUInt16LE(at + 28)
    const extraLength = file.readUInt16LE(at + 30)
    const isLarge = file.readUInt32LE(at + 20) === 0xffff_ffff
    const extra = at + 46 + nameLength
    const size = isLarge ? Number(file.readBigUInt64LE(extra + 12)) : file.readUInt32LE(at + 20)
    const start = file.readUInt32LE(at + 42)
    const data = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28)
    const packed = file.subarray(data, data + size)
    const name = file.toString('utf8', at + 46, extra)
    const crc = file.readUInt32LE(at + 16)
    at = extra + extraLength
    return { name, packed, content: inflateRawSync(packed), crc, isLarge }
  })
}
