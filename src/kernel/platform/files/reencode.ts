import sharp from 'sharp'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { createSemaphore } from '#kernel/platform/jobs/semaphore.ts'
import { attachmentErrors } from './attachment.errors.ts'
import type { FileKind } from './inspect/file-kind.ts'
import { pictureHash } from './picture-hash.ts'
import { MOST_PIXELS } from './inspect/scan.ts'

export type PictureKind = Exclude<FileKind, 'pdf'>

// Of the dozens of formats that the library reads, a file may only ever be one of the two that were found in it.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })
// One picture in memory at a time, and nothing of it afterwards.
sharp.cache(false)
sharp.concurrency(1)

/** Small print, stamps and screenshots stay legible; a phone's photo keeps about its size. */
const QUALITY = 90
const MOST_SECONDS = 20
const semaphore = createSemaphore({ atOnce: 1, mostWaiting: 20 })
const MOST_WAIT_MS = 60_000

/** A picture as it is kept, one small enough for a list, and a hash of how it looks (picture-hash.ts). */
export interface Reencoded {
  readonly bytes: Buffer
  readonly small: Buffer
  readonly pictureHash: string | null
}

/** Of the longer side, for a list on a screen of double density. */
const SMALL = 160

/** Decoded once, and never at more than its size on a page. */
async function looksOf(bytes: Uint8Array): Promise<Omit<Reencoded, 'bytes'>> {
  const small = await sharp(bytes)
    .resize(SMALL, SMALL, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 78 })
    .toBuffer()
  return { small, pictureHash: await pictureHash(bytes) }
}

/**
 * Writes a picture anew: the pixels as a person sees them, upright, and nothing else of the file (place and camera, comments,
 * further frames, whatever stands behind the picture). A png stays one, a jpeg too.
 */
export async function reencode(kind: PictureKind, bytes: Uint8Array, name: string): Promise<Reencoded> {
  await semaphore.acquire(MOST_WAIT_MS, () => new Refused(httpErrors.busy()))
  try {
    const anew = await written(kind, bytes)
    return { bytes: anew, ...(await looksOf(anew)) }
  } catch {
    // It decodes nowhere else either; what the library says is of no use to whoever took the photo.
    throw new Refused(attachmentErrors.damaged({ name }))
  } finally {
    semaphore.release()
  }
}

async function written(kind: PictureKind, bytes: Uint8Array): Promise<Buffer> {
  const limits = { limitInputPixels: MOST_PIXELS.megapixels * 1_000_000, failOn: 'error', pages: 1 } as const
  const { chromaSubsampling } = await sharp(bytes, limits).metadata()
  const upright = sharp(bytes, limits).autoOrient().timeout({ seconds: MOST_SECONDS })
  if (kind === 'png') return upright.png({ compressionLevel: 9 }).toBuffer()
  // Colour as fine as it came: a red stamp over black text suffers first.
  return upright
    .jpeg({ quality: QUALITY, chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' })
    .toBuffer()
}
