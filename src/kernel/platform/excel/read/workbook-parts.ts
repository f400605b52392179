import { attribute, type XmlHandler, XmlScanner } from './scan-xml.ts'
import { bomb, notWorkbook, type ZipEntry } from './unzip.ts'

/** Reads the parts of one workbook, from any source. */
export class PartReader {
  readonly #entries: ReadonlyMap<string, ZipEntry>
  readonly #unpack: (entry: ZipEntry) => AsyncIterable<Uint8Array>

  constructor(entries: ReadonlyMap<string, ZipEntry>, unpackPart: (entry: ZipEntry) => AsyncIterable<Uint8Array>) {
    this.#entries = entries
    this.#unpack = unpackPart
  }

  has(path: string): boolean {
    return this.#entries.has(path.toLowerCase())
  }

  /** Feeds a part to a handler, chunk by chunk. */
  async read(path: string, handler: XmlHandler, rest?: () => Promise<void>): Promise<void> {
    const entry = this.#entries.get(path.toLowerCase())
    if (!entry) throw notWorkbook()
    const scanner = new XmlScanner(handler)
    for await (const chunk of this.#unpack(entry)) {
      scanner.write(chunk)
      await rest?.()
    }
    scanner.end()
  }
}

export interface Relationship {
  readonly id: string
  /** The last segment of its type: `worksheet`, `sharedStrings`; strict and transitional files differ before it. */
  readonly type: string
  /** Full path of the part inside the file. */
  readonly target: string
}

export interface SheetEntry {
  readonly name: string
  readonly relationship: string
  readonly hidden: boolean
}

export async function readRelationships(parts: PartReader, owner: string): Promise<Relationship[]> {
  const folder = owner.slice(0, owner.lastIndexOf('/') + 1)
  const path = `${folder}_rels/${owner.slice(folder.length)}.rels`
  const found: Relationship[] = []
  await parts.read(path, {
    open(name, attributes) {
      if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return
      const type = attribute(attributes, 'Type') ?? ''
      found.push({
        id: attribute(attributes, 'Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        target: resolvePart(folder, attribute(attributes, 'Target') ?? ''),
      })
    },
    text() {},
    close() {},
  })
  return found
}

/** A target is relative to its owner's folder or to the root; it cannot leave the root. */
function resolvePart(folder: string, target: string): string {
  const segments: string[] = []
  for (const segment of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/')
}

export async function readSheetList(
  parts: PartReader,
  path: string,
): Promise<{ sheets: SheetEntry[]; from1904: boolean }> {
  const sheets: SheetEntry[] = []
  let from1904 = false
  let isWorkbook = false
  await parts.read(path, {
    open(name, attributes) {
      if (name === 'workbook') isWorkbook = true
      else if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attribute(attributes, 'date1904') ?? '')
      else if (name === 'sheet') {
        sheets.push({
          name: attribute(attributes, 'name') ?? '',
          relationship: attribute(attributes, 'id') ?? '',
          hidden: (attribute(attributes, 'state') ?? 'visible') !== 'visible',
        })
      }
    },
    text() {},
    close() {},
  })
  if (!isWorkbook) throw notWorkbook()
  return { sheets, from1904 }
}

/** Thrown to stop reading a part that has given enough. */
class Enough extends Error {}

/**
 * Texts that cells refer to by index, without phonetic annotations (ruby). More than `most` are refused, or with
 * `isPartly` left unread.
 */
export async function readSharedStrings(
  parts: PartReader,
  path: string,
  most: number,
  isPartly = false,
): Promise<string[]> {
  const texts: string[] = []
  let current = ''
  let inText = false
  let inRuby = false
  const reading = parts.read(path, {
    open(name) {
      if (name === 'si') current = ''
      else if (name === 't') inText = true
      else if (name === 'rPh') inRuby = true
    },
    text(text) {
      if (inText && !inRuby) current += text
    },
    close(name) {
      if (name === 'si') {
        if (texts.length === most) throw isPartly ? new Enough() : bomb()
        texts.push(decodeEscapes(current))
      } else if (name === 't') inText = false
      else if (name === 'rPh') inRuby = false
    },
  })
  await reading.catch((error: unknown) => {
    if (!(error instanceof Enough)) throw error
  })
  return texts
}

/** `_x000D_` stands for a character that XML cannot hold; `_x005F_` for the underscore before such a sequence. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Which cell styles show a date or a time, by style index. */
export async function readDateStyles(parts: PartReader, path: string): Promise<boolean[]> {
  const styles: boolean[] = []
  const custom = new Map<number, boolean>()
  let inCellFormats = false
  await parts.read(path, {
    open(name, attributes) {
      if (name === 'numFmt')
        custom.set(Number(attribute(attributes, 'numFmtId')), isDateFormat(attribute(attributes, 'formatCode') ?? ''))
      else if (name === 'cellXfs') inCellFormats = true
      else if (name === 'xf' && inCellFormats) {
        const id = Number(attribute(attributes, 'numFmtId') ?? '0')
        styles.push(custom.get(id) ?? isBuiltInDateFormat(id))
        if (styles.length > 0xffff) throw bomb()
      }
    },
    text() {},
    close(name) {
      if (name === 'cellXfs') inCellFormats = false
    },
  })
  return styles
}

/** Number formats 27 to 36 and 50 to 58 are dates in the Chinese, Japanese and Korean versions. */
function isBuiltInDateFormat(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
}

/** A date letter outside of quotes, escapes, padding and brackets; [h], [m] and [s] are elapsed times. */
export function isDateFormat(code: string): boolean {
  if (/\[[hms]+\]/i.test(code)) return true
  const bare = code.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]|general/gi, '')
  return /[ymdhs]/i.test(bare)
}
