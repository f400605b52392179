/** Why bytes are not what they begin as. */
export type ScanFault = 'damaged' | 'bomb' | 'tooManyPixels'

export class ScanError extends Error {
  override readonly name = 'ScanError'
  readonly fault: ScanFault

  constructor(fault: ScanFault) {
    super(fault)
    this.fault = fault
  }
}

/** Looks at a file as it streams by, holding next to nothing of it. Throws ScanError. */
export interface Scan {
  push(chunk: Buffer): Promise<void> | void
  end(): Promise<void> | void
}

/** A side of 10,000 is a bomb; a photo of a good phone has 50 megapixels. */
export const MOST_PIXELS = { side: 9_999, megapixels: 64 } as const

export function checkPixels(width: number, height: number): void {
  if (width === 0 || height === 0) throw new ScanError('damaged')
  const isHuge = width > MOST_PIXELS.side || height > MOST_PIXELS.side
  if (isHuge || width * height > MOST_PIXELS.megapixels * 1_000_000) throw new ScanError('tooManyPixels')
}
