import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { LIKE, pictureHash } from './picture-hash.ts'

const SHELF = { width: 640, height: 420, channels: 3 } as const

/**
 * Shelves with boxes of several greys, unique by seed. Drawn pixel by pixel, because the product disables the library's
 * reading of drawings.
 */
async function shelf(seed: number): Promise<Buffer> {
  const { width, height, channels } = SHELF
  const points = Buffer.alloc(width * height * channels)
  const fill = (left: number, top: number, wide: number, high: number, colour: readonly number[]) => {
    for (let y = top; y < Math.min(top + high, height); y += 1)
      for (let x = left; x < Math.min(left + wide, width); x += 1) points.set(colour, (y * width + x) * channels)
  }
  fill(0, 0, width, height, [0xcc, 0xdd, 0xdd])
  for (let index = 1; index <= 30; index += 1) {
    const at = index * 7919 * (seed + 3)
    const grey = (at >> 3) % 256
    fill(at % 560, (at >> 5) % 360, 60 + (at % 90), 50 + (at % 70), [grey, grey, 255 - grey])
  }
  return sharp(points, { raw: SHELF }).png().toBuffer()
}

function distance(one: string | null, other: string | null): number {
  let rest = BigInt.asUintN(64, BigInt(one ?? 0) ^ BigInt(other ?? 0))
  let bits = 0
  for (; rest > 0n; rest &= rest - 1n) bits += 1
  return bits
}

describe('the perceptual hash of a picture', () => {
  it('the perceptual hash of a picture stays close when it is re-encoded, scaled, brightened or cropped a little', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const given = await shelf(seed)
      const hash = await pictureHash(given)
      const changed = [
        sharp(given).jpeg({ quality: 60 }),
        sharp(given).resize(300).jpeg(),
        sharp(given).modulate({ brightness: 1.15 }).jpeg(),
        sharp(given).extract({ left: 10, top: 6, width: 620, height: 408 }).jpeg(),
      ]
      for (const each of changed)
        expect(distance(hash, await pictureHash(await each.toBuffer()))).toBeLessThanOrEqual(LIKE)
    }
  })

  it('the perceptual hash differs for different pictures, and an empty picture has none', async () => {
    const hashes = await Promise.all([1, 2, 3, 4, 5, 6].map(async (seed) => pictureHash(await shelf(seed))))
    for (const [index, one] of hashes.entries())
      for (const other of hashes.slice(index + 1)) expect(distance(one, other)).toBeGreaterThan(LIKE + 2)
    const grey = sharp({ create: { width: 90, height: 60, channels: 3, background: '#777' } })
    expect(await pictureHash(await grey.png().toBuffer())).toBeNull()
  })
})
