import { crc32, deflateRawSync } from 'node:zlib'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { ReadOptions } from './read/read-rows.ts'
import { readSheet } from './read/read-workbook.ts'

/** Limits for most tests. */
export const limits: ReadOptions = {
  maxBytes: 10_000_000,
  maxUncompressedBytes: 50_000_000,
  maxRows: 10_000,
  maxColumns: 20,
}

/** The first reason why a workbook is refused, or 'accepted'. */
export async function refusal(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  options: Partial<ReadOptions> = {},
): Promise<string> {
  try {
    await readSheet(source, { ...limits, ...options })
  } catch (error) {
    if (error instanceof Refused) return error.first.key
    throw error
  }
  return 'accepted'
}

/** One part of a test workbook; the overrides let a header lie. */
export interface FixturePart {
  readonly name: string
  readonly content: Uint8Array | string
  readonly stored?: boolean
  readonly declaredBytes?: number
  readonly flags?: number
}

/** A zip file of exactly these parts, with true or false headers as the test asks. For tests only. */
export function zipOf(parts: readonly FixturePart[]): Uint8Array {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const content = Buffer.from(part.content)
    const packed = part.stored ? content : deflateRawSync(content)
    const name = Buffer.from(part.name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(part.flags ?? 0, 2)
    fields.writeUInt16LE(part.stored ? 0 : 8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(part.declaredBytes ?? content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, name]))
    locals.push(local)
    offset += local.length
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...locals, ...directory, end]))
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

export interface WorkbookSpec {
  /** The whole part, or the content of its `sheetData`. */
  readonly sheet?: string | Uint8Array
  readonly rows?: string
  readonly sharedStrings?: string
  readonly styles?: string
  readonly workbook?: string
}

/** The parts of a small workbook with one sheet. */
export function workbookParts(spec: WorkbookSpec): FixturePart[] {
  return [
    {
      name: '[Content_Types].xml',
      content: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    },
    { name: '_rels/.rels', content: relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content:
        spec.workbook ??
        `${XML}<workbook xmlns:r="${OFFICE}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships([
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId2', 'sharedStrings', 'sharedStrings.xml'],
        ['rId3', 'styles', 'styles.xml'],
      ]),
    },
    ...(spec.sharedStrings === undefined
      ? []
      : [{ name: 'xl/sharedStrings.xml', content: `${XML}<sst>${spec.sharedStrings}</sst>` }]),
    ...(spec.styles === undefined
      ? []
      : [{ name: 'xl/styles.xml', content: `${XML}<styleSheet>${spec.styles}</styleSheet>` }]),
    {
      name: 'xl/worksheets/sheet1.xml',
      content: spec.sheet ?? `${XML}<worksheet><sheetData>${spec.rows ?? ''}</sheetData></worksheet>`,
    },
  ]
}

export function workbookOf(spec: WorkbookSpec): Uint8Array {
  return zipOf(workbookParts(spec))
}

function relationships(entries: readonly (readonly [string, string, string])[]): string {
  const items = entries.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `${XML}<Relationships>${items.join('')}</Relationships>`
}

/** Rows of inline texts; the first is the header. */
export function textRows(rows: readonly (readonly string[])[]): string {
  return rows
    .map((cells) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`)
    .join('')
}
