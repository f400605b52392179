import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { LIKE, pictureHash } from './picture-hash.ts'

/** Shelves with boxes of several greys, like no other by its seed. */
async function shelf(seed: number): Promise<Buffer> {
  const boxes = Array.from({ length: 30 }, (_, index) => {
    const at = (index + 1) * 7919 * (seed + 3)
    const grey = (at >> 3) % 256
    return `<rect x="${at % 560}" y="${(at >> 5) % 360}" width="${60 + (at % 90)}" height="${50 + (at % 70)}" fill="rgb(${grey},${grey},${255 - grey})"/>`
  })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="420"><rect width="640" height="420" fill="#cdd"/>${boxes.join('')}</svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}

function distance(one: string | null, other: string | null): number {
  let rest = BigInt.asUintN(64, BigInt(one ?? 0) ^ BigInt(other ?? 0))
  let bits = 0
  for (; rest > 0n; rest &= rest - 1n) bits += 1
  return bits
}

describe('how a picture looks', () => {
  it('stays nearly the same when it is written anew, made smaller, brighter or cut a little', async () => {
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

  it('tells different pictures apart, and says nothing of one that shows nothing', async () => {
    const hashes = await Promise.all([1, 2, 3, 4, 5, 6].map(async (seed) => pictureHash(await shelf(seed))))
    for (const [index, one] of hashes.entries())
      for (const other of hashes.slice(index + 1)) expect(distance(one, other)).toBeGreaterThan(LIKE + 2)
    const grey = sharp({ create: { width: 90, height: 60, channels: 3, background: '#777' } })
    expect(await pictureHash(await grey.png().toBuffer())).toBeNull()
  })
})
