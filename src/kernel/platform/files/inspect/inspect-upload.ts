import { createHash } from 'node:crypto'
import { Refused } from '#kernel/base/errors/errors.ts'
import { attachmentErrors } from '../attachment.errors.ts'
import { cleanName } from './clean-name.ts'
import {
  ALL_KINDS,
  endingsOf,
  type FileKind,
  HEAD_BYTES,
  isAlsoPage,
  kindByEnding,
  kindOf,
  KINDS,
} from './file-kind.ts'
import { JpegScan } from './jpeg-scan.ts'
import { PngScan } from './png-scan.ts'
import { MOST_PIXELS, type Scan, ScanError } from './scan.ts'

const SCANS: Readonly<Record<FileKind, () => Scan>> = {
  png: () => new PngScan(),
  jpeg: () => new JpegScan(),
  pdf: () => new PdfScan(),
}

/** The result of an inspection. */
export interface Inspected {
  readonly name: string
  readonly kind: FileKind
  readonly mediaType: string
  readonly size: number
  /** Hexadecimal. */
  readonly sha256: string
}

/** Refuses a file whose name rules it out, before a byte is read. */
export function refuseByName(name: string): void {
  if (kindByEnding(name.trim()) !== null) return
  throw new Refused(attachmentErrors.wrongType({ name: shownName(name), types: endingsOf(ALL_KINDS) }))
}

/** A name for a refusal: of any kind, so without an extension of ours. */
function shownName(name: string): string {
  return cleanName(`${name}.png`, 'png').slice(0, -4)
}

/**
 * Passes a file on as it arrives, and refuses it midway where its content is not a safe picture or PDF. `result` is set
 * once everything has passed.
 */
export function inspectUpload(
  given: string,
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): { readonly chunks: AsyncIterable<Uint8Array>; result(): Inspected } {
  const name = shownName(given)
  const hash = createHash('sha256')
  let size = 0
  let inspected: Inspected | null = null
  const begin = (head: Buffer) => beginScan(head, name)
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let head = Buffer.alloc(0)
    let started: Started | null = null
    for await (const chunk of source) {
      size += chunk.length
      if (size > maxBytes) throw new Refused(tooLarge(maxBytes))
      hash.update(chunk)
      if (started) await started.scan.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
      else {
        head = Buffer.concat([head, chunk])
        if (head.length >= HEAD_BYTES) started = await begin(head)
      }
      yield chunk
    }
    if (size === 0) throw new Refused(attachmentErrors.empty({ name }))
    started ??= await begin(head)
    await started.scan.end()
    const { kind } = started
    const { mediaType } = KINDS[kind]
    inspected = { name: cleanName(given, kind), kind, mediaType, size, sha256: hash.digest('hex') }
  }
  return {
    chunks: refusing(chunks(), name),
    result() {
      if (!inspected) throw new Error('the file has not passed yet')
      return inspected
    },
  }
}

export function tooLarge(maxBytes: number) {
  return attachmentErrors.tooLarge({ limit: `${Math.floor(maxBytes / 1024 / 1024)} MB` })
}

interface Started {
  readonly kind: FileKind
  readonly scan: Scan
}

async function beginScan(head: Buffer, name: string): Promise<Started> {
  const kind = kindOf(head)
  if (kind === null || isAlsoPage(head))
    throw new Refused(attachmentErrors.disguised({ name, types: endingsOf(ALL_KINDS) }))
  const scan = SCANS[kind]()
  await scan.push(head)
  return { kind, scan }
}

/** Turns scan errors into refusals. */
async function* refusing(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    if (!(error instanceof ScanError)) throw error
    if (error.fault !== 'tooManyPixels') throw new Refused(attachmentErrors[error.fault]({ name }))
    const limit = `${MOST_PIXELS.side} x ${MOST_PIXELS.side}, ${MOST_PIXELS.megapixels} MP`
    throw new Refused(attachmentErrors.tooManyPixels({ name, limit }))
  }
}

/** Viewers look for the end mark of a PDF in its last bytes. */
const TAIL_BYTES = 2048

/** A PDF begins with its version and ends with its end mark, which a truncated one lacks. */
class PdfScan implements Scan {
  private head = Buffer.alloc(0)
  private tail = Buffer.alloc(0)

  push(chunk: Buffer): void {
    if (this.head.length < 8) this.head = Buffer.concat([this.head, chunk.subarray(0, 8)])
    this.tail = Buffer.concat([this.tail, chunk]).subarray(-TAIL_BYTES)
  }

  end(): void {
    const isVersion = /^%PDF-[12]\.\d/.test(this.head.toString('latin1'))
    const tail = this.tail.toString('latin1')
    if (!isVersion || !tail.includes('startxref') || !tail.includes('%%EOF')) throw new ScanError('damaged')
  }
}
