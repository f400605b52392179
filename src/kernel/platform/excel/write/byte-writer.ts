/** Below this length a loop is faster than a call. */
const SHORT = 32

/** Writes bytes one after the other into a growing buffer. */
export class ByteWriter {
  private out: Buffer
  private other: Buffer | null
  private length = 0

  /**
   * `byTurns`: alternates between two buffers, for a reader that is done with one chunk when it requests the one after the next.
   */
  constructor(size: number, byTurns = false) {
    this.out = Buffer.allocUnsafe(size)
    this.other = byTurns ? Buffer.allocUnsafe(size) : null
  }

  /** Reserves room for bytes that are then written without a check. */
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

  /** Reserves its own room. */
  text(text: string): void {
    this.reserve(text.length * 3)
    this.length += this.out.write(text, this.length)
  }

  get size(): number {
    return this.length
  }

  /** Returns what was written so far and continues in the other buffer, because this one is being sent. */
  take(): Buffer {
    const full = this.out
    const taken = full.subarray(0, this.length)
    this.out = this.other ?? Buffer.allocUnsafe(full.length)
    if (this.other) this.other = full
    this.length = 0
    return taken
  }
}
