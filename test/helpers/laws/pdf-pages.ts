import { getDocumentProxy } from 'unpdf'

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
