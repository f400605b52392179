import sharp from 'sharp'

const COLUMNS = 9
const ROWS = 8
/** Of 255: a picture with less difference in brightness would match every other such picture. */
const LEAST_CONTRAST = 12

/** Pictures that differ in at most this many of 64 bits count as the same; of unrelated pictures one pair in a hundred million does. */
export const LIKE = 10

/**
 * The look of a picture in 64 bits: whether each of 8 x 8 cells is brighter than its right neighbour (a difference hash). Re-encoding,
 * scaling, brightening or slight cropping changes few bits. Returned as PostgreSQL's signed decimal; null where the picture is too uniform.
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
