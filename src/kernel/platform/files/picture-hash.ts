import sharp from 'sharp'

const COLUMNS = 9
const ROWS = 8
/** Of 255: a picture whose brightness differs by less says nothing by its differences, and would be like any other such. */
const LEAST_CONTRAST = 12

/** Two pictures that differ in so many of their 64 bits are taken for the same: of two that are not, one pair in a hundred million does. */
export const LIKE = 10

/**
 * How a picture looks, in 64 bits: whether each of 8 x 8 places is brighter than the one to its right (a difference hash).
 * Written anew, made smaller, brighter or cut a little at its sides, it keeps nearly all of them. As the signed decimal that
 * PostgreSQL holds; null where there is nothing to tell apart.
 */
export async function pictureHash(bytes: Uint8Array): Promise<string | null> {
  const grey = await sharp(bytes)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(COLUMNS, ROWS, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  if (Math.max(...grey) - Math.min(...grey) < LEAST_CONTRAST) return null
  let bits = 0n
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS - 1; column += 1) {
      const at = row * COLUMNS + column
      bits = (bits << 1n) | (grey[at]! > grey[at + 1]! ? 1n : 0n)
    }
  return BigInt.asIntN(64, bits).toString()
}
