/** Why a file's content contradicts its beginning. */
export type ScanFault = 'damaged' | 'bomb' | 'tooManyPixels'

export class ScanError extends Error {
  override readonly name = 'ScanError'
  readonly fault: ScanFault

  constructor(fault: ScanFault) {
    super(fault)
    this.fault = fault
  }
}

/** Inspects a streaming file in constant memory. Throws ScanError. */
export interface Scan {
  push(chunk: Buffer): Promise<void> | void
  end(): Promise<void> | void
}

/** A side of 10,000 is a decompression bomb; a phone's photo has at most 50 megapixels. */
export const MOST_PIXELS = { side: 9_999, megapixels: 64 } as const

export function checkPixels(width: number, height: number): void {
  if (width === 0 || height === 0) throw new ScanError('damaged')
  const isHuge = width > MOST_PIXELS.side || height > MOST_PIXELS.side
  if (isHuge || width * height > MOST_PIXELS.megapixels * 1_000_000) throw new ScanError('tooManyPixels')
}
