import { inflateRawSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'

export interface ZipEntry {
  readonly name: string
  readonly packed: Buffer
  readonly content: Buffer
  readonly crc: number
  /** Its sizes are of eight bytes (zip64). */
  readonly isLarge: boolean
}

/** The parts of a zip file by its directory, as any program that opens one reads it. */
export function readZip(file: Buffer): readonly ZipEntry[] {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let at = file.readUInt32LE(end + 16)
  return Array.from({ length: file.readUInt16LE(end + 10) }, () => {
    if (file.readUInt32LE(at) !== 0x02014b50) throw new Error('no entry of a directory')
    const nameLength = file.readUInt16LE(at + 28)
    const extraLength = file.readUInt16LE(at + 30)
    const isLarge = file.readUInt32LE(at + 20) === 0xffff_ffff
    const extra = at + 46 + nameLength
    const size = isLarge ? Number(file.readBigUInt64LE(extra + 12)) : file.readUInt32LE(at + 20)
    const start = file.readUInt32LE(at + 42)
    const data = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28)
    const packed = file.subarray(data, data + size)
    const name = file.toString('utf8', at + 46, extra)
    const crc = file.readUInt32LE(at + 16)
    at = extra + extraLength
    return { name, packed, content: inflateRawSync(packed), crc, isLarge }
  })
}

/** A piece of text with its place; points from the lower left. */
export interface PdfText {
  readonly text: string
  readonly x: number
  readonly y: number
}

export interface PdfPage {
  /** x, y, width and height in points, as the file declares them. */
  readonly mediaBox: readonly number[]
  readonly pieces: readonly PdfText[]
  /** The whole text without spaces: tests do not depend on where a line wraps. */
  readonly text: string
}

/** The text of each page of a PDF; turned text, such as the watermark, is left out. */
export async function pdfPages(bytes: Uint8Array): Promise<readonly PdfPage[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1)
  return Promise.all(
    numbers.map(async (number) => {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const pieces = items.flatMap((item): PdfText[] => {
        if (!('str' in item) || item.str.trim() === '') return []
        const [, slant, , , x, y] = item.transform as number[]
        return slant === 0 ? [{ text: item.str, x: x ?? 0, y: y ?? 0 }] : []
      })
      const text = pieces
        .map((piece) => piece.text)
        .join('')
        .replace(/\s/g, '')
      return { mediaBox: page.view, pieces, text }
    }),
  )
}

/** Every rotated text of a PDF: its watermark. */
export async function turnedTexts(bytes: Uint8Array): Promise<readonly string[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { items } = await (await document.getPage(1)).getTextContent()
  return items.flatMap((item) => ('str' in item && (item.transform as number[])[1] !== 0 ? [item.str] : []))
}
