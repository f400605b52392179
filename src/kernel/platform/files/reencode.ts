import sharp from 'sharp'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { createSemaphore } from '#kernel/platform/jobs/semaphore.ts'
import { attachmentErrors } from './attachment.errors.ts'
import type { FileKind } from './inspect/file-kind.ts'
import { pictureHash } from './picture-hash.ts'
import { MOST_PIXELS } from './inspect/scan.ts'

export type PictureKind = Exclude<FileKind, 'pdf'>

// Of the library's dozens of formats, only the two that were detected are enabled.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })
// No cache: one picture in memory at a time.
sharp.cache(false)
sharp.concurrency(1)

/** Small print, stamps and screenshots stay legible; a phone's photo keeps about its size. */
const QUALITY = 90
const MOST_SECONDS = 20
const semaphore = createSemaphore({ atOnce: 1, mostWaiting: 20 })
const MOST_WAIT_MS = 60_000

/** A stored picture, its thumbnail, and a hash of its look (picture-hash.ts). */
export interface Reencoded {
  readonly bytes: Buffer
  readonly small: Buffer
  readonly pictureHash: string | null
}

/** Longer side of a thumbnail, for screens of double density. */
const SMALL = 160

/** Decodes the picture once, at no more than its size on a page. */
async function looksOf(bytes: Uint8Array): Promise<Omit<Reencoded, 'bytes'>> {
  const small = await sharp(bytes)
    .resize(SMALL, SMALL, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 78 })
    .toBuffer()
  return { small, pictureHash: await pictureHash(bytes) }
}

/**
 * Re-encodes a picture: its upright pixels and nothing else of the file (place and camera, comments, further frames,
 * trailing data). Formats stay png or jpeg.
 */
export async function reencode(kind: PictureKind, bytes: Uint8Array, name: string): Promise<Reencoded> {
  await semaphore.acquire(MOST_WAIT_MS, () => new Refused(httpErrors.busy()))
  try {
    const anew = await written(kind, bytes)
    return { bytes: anew, ...(await looksOf(anew)) }
  } catch {
    // A picture that cannot be decoded here cannot be shown elsewhere; the library's message does not help the person who took it.
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
  // Keeps full colour resolution: a red stamp over black text suffers first.
  return upright
    .jpeg({ quality: QUALITY, chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' })
    .toBuffer()
}
