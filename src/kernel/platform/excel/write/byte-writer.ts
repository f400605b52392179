/** Below this a loop is faster than a call. */
const SHORT = 32

/** Bytes written one after the other into one buffer that grows. */
export class ByteWriter {
  private out: Buffer
  private other: Buffer | null
  private length = 0

  /** `byTurns`: two buffers for all that is written, for a reader that is done with one piece when he asks for the one after the next. */
  constructor(size: number, byTurns = false) {
    this.out = Buffer.allocUnsafe(size)
    this.other = byTurns ? Buffer.allocUnsafe(size) : null
  }

  /** Room for so many bytes that are written without asking again. */
  reserve(bytes: number): void {
    if (this.length + bytes <= this.out.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.out.length * 2, this.length + bytes))
    this.out.copy(larger, 0, 0, this.length)
    this.out = larger
  }

  byte(value: number): void {
    this.out[this.length++] = value
  }

  bytes(source: Uint8Array, from: number, to: number): void {
    const { out } = this
    let at = this.length
    if (to - from > SHORT) {
      out.set(source.subarray(from, to), at)
      at += to - from
    } else {
      for (let index = from; index < to; index += 1) out[at++] = source[index]!
    }
    this.length = at
  }

  all(source: Uint8Array): void {
    this.bytes(source, 0, source.length)
  }

  /** Reserves by itself. */
  text(text: string): void {
    this.reserve(text.length * 3)
    this.length += this.out.write(text, this.length)
  }

  get size(): number {
    return this.length
  }

  /** What was written so far; the writer begins anew in another buffer, because this one is on its way. */
  take(): Buffer {
    const full = this.out
    const taken = full.subarray(0, this.length)
    this.out = this.other ?? Buffer.allocUnsafe(full.length)
    if (this.other) this.other = full
    this.length = 0
    return taken
  }
}
