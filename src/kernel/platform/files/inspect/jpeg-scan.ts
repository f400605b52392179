import { checkPixels, type Scan, ScanError } from './scan.ts'

const START = 0xd8
const END = 0xd9
const SCAN = 0xda
/** Table and arithmetic conditioning markers lie among the frame headers but are none. */
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc])
/** Length, precision, height, width. */
const FRAME_BYTES = 7

function standsAlone(marker: number): boolean {
  return marker === START || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)
}

/** Reads the segments of a JPEG up to the picture data, which must have a sensible size and an end. Phones write more behind it. */
export class JpegScan implements Scan {
  private pending: Buffer = Buffer.alloc(0)
  private skip = 0
  private hasSize = false
  private inPicture = false
  private hasEnd = false

  push(chunk: Buffer): void {
    if (this.hasEnd) return
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk])
    while (this.step());
  }

  private step(): boolean {
    if (this.inPicture) return this.seekEnd()
    if (this.skip > 0) {
      const size = Math.min(this.skip, this.pending.length)
      this.pending = this.pending.subarray(size)
      this.skip -= size
      return this.skip === 0
    }
    if (this.pending.length < 2) return false
    if (this.pending[0] !== 0xff) throw new ScanError('damaged')
    const marker = this.pending[1]!
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) return this.drop(1)
    if (standsAlone(marker)) return this.drop(2)
    if (marker === END) throw new ScanError('damaged')
    return this.readSegment(marker)
  }

  private readSegment(marker: number): boolean {
    const needed = 2 + (isFrame(marker) ? FRAME_BYTES : 2)
    if (this.pending.length < needed) return false
    const length = this.pending.readUInt16BE(2)
    if (length < 2) throw new ScanError('damaged')
    if (isFrame(marker)) {
      checkPixels(this.pending.readUInt16BE(7), this.pending.readUInt16BE(5))
      this.hasSize = true
    }
    this.inPicture = marker === SCAN
    if (this.inPicture && !this.hasSize) throw new ScanError('damaged')
    this.skip = this.inPicture ? 0 : length + 2
    return true
  }

  /** Inside the picture data 0xff is followed by 0, so this one is the end. */
  private seekEnd(): boolean {
    this.hasEnd = this.pending.includes(Buffer.from([0xff, END]))
    this.pending = this.pending.subarray(Math.max(0, this.pending.length - 1))
    return false
  }

  private drop(bytes: number): true {
    this.pending = this.pending.subarray(bytes)
    return true
  }

  end(): void {
    if (!this.hasEnd) throw new ScanError('damaged')
  }
}
