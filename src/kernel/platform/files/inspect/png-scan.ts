import { createInflate, type Inflate } from 'node:zlib'
import { checkPixels, type Scan, ScanError } from './scan.ts'

const SIGNATURE_BYTES = 8
const CHUNK_HEAD_BYTES = 8
const CRC_BYTES = 4
const IHDR_BYTES = 13
/** Values per pixel by colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Bytes that encoders harmlessly add after the last row. */
const SLACK_BYTES = 65_536
/** First column and row, and the steps, of the seven passes of an interlaced picture. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/**
 * Reads the chunks of a PNG: header first, end last and nothing behind it. The picture is unpacked and must have the
 * size that its header declares, so that later decoders (a browser, the print) meet no decompression bomb.
 */
export class PngScan implements Scan {
  private pending: Buffer = Buffer.alloc(0)
  private place: 'signature' | 'head' | 'header' | 'data' | 'end' = 'signature'
  private type = ''
  private left = 0
  private expected = 0
  private unpacked = 0
  private readonly inflate: Inflate = createInflate()
  private fault: ScanError | null = null
  private readonly finished: Promise<void>

  constructor() {
    this.finished = new Promise((resolve) => {
      this.inflate.on('data', (part: Buffer) => {
        this.unpacked += part.length
        if (this.unpacked > this.expected + SLACK_BYTES) this.fail(new ScanError('bomb'))
      })
      this.inflate.on('error', () => this.fail(new ScanError('damaged')))
      this.inflate.on('close', resolve)
    })
  }

  private fail(fault: ScanError): void {
    this.fault ??= fault
    this.inflate.destroy()
  }

  async push(chunk: Buffer): Promise<void> {
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk])
    while (await this.step()) if (this.fault) break
    if (this.fault) throw this.fault
  }

  /** Consumes the next part of the pending bytes; false where it has not fully arrived. */
  private async step(): Promise<boolean> {
    switch (this.place) {
      case 'signature':
        if (!this.take(SIGNATURE_BYTES)) return false
        this.place = 'head'
        return true
      case 'head':
        return this.readHead()
      case 'header':
        return this.readHeader()
      case 'data':
        return this.readData()
      case 'end':
        // Data behind the end does not belong to the picture.
        if (this.pending.length > 0) throw new ScanError('damaged')
        return false
    }
  }

  private readHead(): boolean {
    const head = this.take(CHUNK_HEAD_BYTES)
    if (!head) return false
    const isFirst = this.type === ''
    this.type = head.toString('latin1', 4)
    this.left = head.readUInt32BE(0)
    if (isFirst && (this.type !== 'IHDR' || this.left !== IHDR_BYTES)) throw new ScanError('damaged')
    if (this.left > 0x7fff_ffff || !/^[A-Za-z]{4}$/.test(this.type)) throw new ScanError('damaged')
    this.left += CRC_BYTES
    this.place = isFirst ? 'header' : 'data'
    return true
  }

  private readHeader(): boolean {
    const header = this.take(IHDR_BYTES + CRC_BYTES)
    if (!header) return false
    const width = header.readUInt32BE(0)
    const height = header.readUInt32BE(4)
    checkPixels(width, height)
    const bits = (header[8] ?? 0) * (CHANNELS[header[9] ?? -1] ?? 0)
    if (bits === 0) throw new ScanError('damaged')
    this.expected = rawBytes(width, height, bits, header[12] === 1)
    this.place = 'head'
    return true
  }

  private async readData(): Promise<boolean> {
    const size = Math.min(this.left, this.pending.length)
    if (size === 0 && this.left > 0) return false
    const content = Math.min(size, Math.max(0, this.left - CRC_BYTES))
    if (this.type === 'IDAT' && content > 0) await this.unpack(this.pending.subarray(0, content))
    this.pending = this.pending.subarray(size)
    this.left -= size
    if (this.left > 0) return false
    this.place = this.type === 'IEND' ? 'end' : 'head'
    return true
  }

  private async unpack(part: Buffer): Promise<void> {
    if (this.fault) throw this.fault
    if (this.inflate.write(part)) return
    await Promise.race([new Promise((resolve) => this.inflate.once('drain', resolve)), this.finished])
  }

  private take(bytes: number): Buffer | null {
    if (this.pending.length < bytes) return null
    const part = this.pending.subarray(0, bytes)
    this.pending = this.pending.subarray(bytes)
    return part
  }

  async end(): Promise<void> {
    this.inflate.end()
    await this.finished
    if (this.fault) throw this.fault
    if (this.place !== 'end' || this.unpacked < this.expected) throw new ScanError('damaged')
  }
}

/** Bytes of all rows, each with its filter byte. */
function rawBytes(width: number, height: number, bits: number, isInterlaced: boolean): number {
  const rows = (columns: number, count: number) => (columns === 0 ? 0 : count * (1 + Math.ceil((columns * bits) / 8)))
  if (!isInterlaced) return rows(width, height)
  return PASSES.reduce(
    (sum, [x, y, stepX, stepY]) =>
      sum + rows(Math.ceil(Math.max(0, width - x) / stepX), Math.ceil(Math.max(0, height - y) / stepY)),
    0,
  )
}
