import { type Scan, ScanError } from './scan.ts'

/** Viewers look for the end mark of a PDF in its last bytes. */
const TAIL_BYTES = 2048

/** A PDF begins with its version and ends with its end mark, which a truncated one lacks. */
export class PdfScan implements Scan {
  private head = Buffer.alloc(0)
  private tail = Buffer.alloc(0)

  push(chunk: Buffer): void {
    if (this.head.length < 8) this.head = Buffer.concat([this.head, chunk.subarray(0, 8)])
    this.tail = Buffer.concat([this.tail, chunk]).subarray(-TAIL_BYTES)
  }

  end(): void {
    const isVersion = /^%PDF-[12]\.\d/.test(this.head.toString('latin1'))
    const tail = this.tail.toString('latin1')
    if (!isVersion || !tail.includes('startxref') || !tail.includes('%%EOF')) throw new ScanError('damaged')
  }
}
