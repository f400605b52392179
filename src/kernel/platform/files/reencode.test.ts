import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { Refused } from '#kernel/base/errors/errors.ts'
import { reencode } from './reencode.ts'
import { writePng } from './write-png.ts'

/** Left half red, right half blue. */
const halves = writePng(40, 20, (x) => (x < 20 ? [255, 0, 0] : [0, 0, 255]))

const photo = async (chroma = '4:2:0') => {
  const exif = {
    IFD0: { Make: 'SECRET-CAMERA', Copyright: 'SECRET-NAME' },
    IFD3: { GPSLatitude: '28/1 36/1 0/1', GPSLatitudeRef: 'N' },
  }
  const taken = sharp(halves).jpeg({ chromaSubsampling: chroma }).withExif(exif).withMetadata({ orientation: 6 })
  return Buffer.concat([await taken.toBuffer(), Buffer.from('SECRET-TAIL <script>')])
}

/** Inserts a chunk right after the header, with its checksum. */
function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(data.length)
  numbers.writeUInt32BE(crc32(body), 4)
  const chunk = Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)])
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

const pixel = async (bytes: Buffer, left: number, top: number) =>
  [...(await sharp(bytes).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer())].map((value) =>
    value > 128 ? 1 : 0,
  )

describe('a re-encoded picture', () => {
  it('a re-encoded picture loses location, camera and appended data, and stands upright', async () => {
    const given = await photo()
    expect((await sharp(given).metadata()).orientation).toBe(6)
    expect(given.includes('SECRET')).toBe(true)
    const { bytes: kept } = await reencode('jpeg', given, 'a.jpg')
    const { width, height, format, exif, orientation } = await sharp(kept).metadata()
    // Rotated by a quarter: the left side is now at the top.
    expect({ width, height, format, exif, orientation }).toEqual({ width: 20, height: 40, format: 'jpeg' })
    expect([await pixel(kept, 10, 5), await pixel(kept, 10, 35)]).toEqual([
      [1, 0, 0],
      [0, 0, 1],
    ])
    expect(kept.includes('SECRET')).toBe(false)
  })

  it.each(['4:2:0', '4:4:4'])('a re-encoded jpeg keeps its colour resolution (%s)', async (chroma) => {
    const { bytes: kept } = await reencode('jpeg', await photo(chroma), 'a.jpg')
    expect((await sharp(kept).metadata()).chromaSubsampling).toBe(chroma)
  })

  it('a re-encoded png keeps every pixel and nothing else', async () => {
    const texted = withChunk(halves, 'tEXt', Buffer.from('Comment\0SECRET'))
    const given = withChunk(texted, 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
    const { bytes: kept } = await reencode('png', given, 'a.png')
    const raw = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer()
    expect((await raw(kept)).equals(await raw(halves))).toBe(true)
    expect(kept.includes('SECRET') || kept.includes('acTL')).toBe(false)
    expect((await sharp(kept).metadata()).format).toBe('png')
  })

  it('a re-encoded picture keeps its transparency', async () => {
    const clear = await sharp({ create: { width: 4, height: 4, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer()
    expect((await sharp((await reencode('png', clear, 'a.png')).bytes).metadata()).hasAlpha).toBe(true)
  })

  it.each<[string, () => Promise<Buffer>]>([
    ['is cut off', async () => (await photo()).subarray(0, 400)],
    ['is another format', () => sharp(halves).webp().toBuffer()],
    ['is a drawing', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    [
      'is larger than any photo',
      () =>
        sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
    ],
  ])('a picture is not re-encoded where it %s', async (_what, bytes) => {
    await expect(reencode('jpeg', await bytes(), 'a.jpg')).rejects.toBeInstanceOf(Refused)
  })
})
