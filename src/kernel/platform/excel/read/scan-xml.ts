import { notWorkbook } from './unzip.ts'

/** A longer text or tag is no cell: Excel holds 32,767 characters. */
const MAX_TOKEN = 1024 * 1024
const MAX_DEPTH = 64

export interface XmlHandler {
  /** `attributes` is the raw rest of the tag: read it with {@link attribute}. */
  open(name: string, attributes: string): void
  text(text: string): void
  close(name: string): void
}

/**
 * A small scanner for the XML of a workbook, fed chunk by chunk. It knows elements, attributes, text, CDATA and the
 * predefined entities. A document type, and with it custom and external entities, is refused.
 */
export class XmlScanner {
  readonly #handler: XmlHandler
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #rest = ''
  #depth = 0
  #rootSeen = false

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  write(chunk: Uint8Array): void {
    this.#scan(this.#rest + this.#decode(chunk))
  }

  end(): void {
    this.#scan(this.#rest + this.#decode())
    if (this.#depth !== 0 || !this.#rootSeen || this.#rest.trim() !== '') throw notWorkbook()
  }

  #decode(chunk?: Uint8Array): string {
    try {
      return chunk ? this.#decoder.decode(chunk, { stream: true }) : this.#decoder.decode()
    } catch {
      throw notWorkbook()
    }
  }

  #scan(source: string): void {
    let position = 0
    while (position < source.length) {
      const tag = source.indexOf('<', position)
      if (tag === -1) break
      if (tag > position) this.#text(source.slice(position, tag))
      const end = this.#markup(source, tag)
      if (end === -1) {
        position = tag
        break
      }
      position = end
    }
    this.#rest = source.slice(position)
    if (this.#rest.length > MAX_TOKEN) throw notWorkbook()
  }

  #text(raw: string): void {
    if (this.#depth > 0) this.#handler.text(decodeEntities(raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw))
    else if (raw.replace('\uFEFF', '').trim() !== '') throw notWorkbook()
  }

  /** Handles the markup that starts at `start`; returns its end, or -1 while that has not arrived. */
  #markup(source: string, start: number): number {
    const second = source[start + 1]
    if (second === undefined) return -1
    if (second === '?') return after(source, '?>', start)
    if (second === '!') return this.#declaration(source, start)
    const end = tagEnd(source, start + 1)
    if (end === -1) return -1
    if (second === '/') this.#close(localName(source, start + 2, end))
    else this.#open(source, start + 1, end)
    return end + 1
  }

  #declaration(source: string, start: number): number {
    if (source.startsWith('<!--', start)) return after(source, '-->', start + 4)
    if (source.startsWith('<![CDATA[', start)) {
      const end = after(source, ']]>', start + 9)
      if (end !== -1 && this.#depth > 0) this.#handler.text(source.slice(start + 9, end - 3))
      return end
    }
    if (source.length - start < 9) return -1
    throw notWorkbook()
  }

  #open(source: string, start: number, end: number): void {
    const selfClosing = source.charCodeAt(end - 1) === 47
    const last = selfClosing ? end - 1 : end
    const nameEnd = endOfName(source, start, last)
    if (this.#depth === 0 && this.#rootSeen) throw notWorkbook()
    this.#rootSeen = true
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw notWorkbook()
    const name = localName(source, start, nameEnd)
    this.#handler.open(name, nameEnd === last ? '' : source.slice(nameEnd, last))
    if (selfClosing) this.#close(name)
  }

  #close(name: string): void {
    this.#depth -= 1
    if (this.#depth < 0) throw notWorkbook()
    this.#handler.close(name)
  }
}

function after(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from)
  return found === -1 ? -1 : found + mark.length
}

/** The `>` that ends a tag, ignoring those inside quoted values. */
function tagEnd(source: string, from: number): number {
  let quote = 0
  for (let index = from; index < source.length; index += 1) {
    const code = source.charCodeAt(index)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 34 || code === 39) quote = code
    else if (code === 62) return index
    else if (code === 60) throw notWorkbook()
  }
  return -1
}

function endOfName(source: string, start: number, end: number): number {
  let index = start
  while (index < end && source.charCodeAt(index) > 32) index += 1
  return index
}

/** Elements are identified by their local name, because writers choose their own prefixes. */
function localName(source: string, start: number, end: number): string {
  const name = source.slice(start, endOfName(source, start, end))
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

/** The value of an attribute, by its full or its local name; undefined where there is none. */
export function attribute(attributes: string, name: string): string | undefined {
  let position = 0
  for (;;) {
    const equals = attributes.indexOf('=', position)
    if (equals === -1) return undefined
    let open = equals + 1
    while (attributes.charCodeAt(open) <= 32) open += 1
    const quote = attributes[open]
    if (quote !== '"' && quote !== "'") throw notWorkbook()
    const close = attributes.indexOf(quote, open + 1)
    if (close === -1) throw notWorkbook()
    const full = attributes.slice(position, equals).trim()
    if (full === name || full.endsWith(`:${name}`)) return decodeEntities(attributes.slice(open + 1, close))
    position = close + 1
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function decodeEntities(raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.replace(/&([^;&]{0,12});?/g, (whole, name: string) => {
    const known = ENTITIES[name]
    const text = known ?? characterOf(name)
    if (text === undefined || !whole.endsWith(';')) throw notWorkbook()
    return text
  })
}

function characterOf(name: string): string | undefined {
  const match = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name)
  if (!match) return undefined
  const code = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16)
  return code > 0x10ffff ? undefined : String.fromCodePoint(code)
}
