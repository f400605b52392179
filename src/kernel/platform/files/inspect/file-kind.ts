/** Kinds of file that may be attached (spec section 5), recognised by their first bytes. */
export type FileKind = 'png' | 'jpeg' | 'pdf'

interface Kind {
  readonly mediaType: string
  /** File extensions; the first is the usual one. */
  readonly endings: readonly string[]
  readonly begins: readonly number[]
}

export const KINDS: Readonly<Record<FileKind, Kind>> = {
  png: { mediaType: 'image/png', endings: ['png'], begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  jpeg: { mediaType: 'image/jpeg', endings: ['jpg', 'jpeg'], begins: [0xff, 0xd8, 0xff] },
  // `%PDF-` must be at the very beginning: viewers also search further, which would allow something to hide before it.
  pdf: { mediaType: 'application/pdf', endings: ['pdf'], begins: [0x25, 0x50, 0x44, 0x46, 0x2d] },
}

export const ALL_KINDS = Object.keys(KINDS) as readonly FileKind[]

/** Bytes needed to recognise the kind and a web page hidden at the beginning. */
export const HEAD_BYTES = 1024

export function kindOf(head: Uint8Array): FileKind | null {
  return ALL_KINDS.find((kind) => KINDS[kind].begins.every((byte, index) => head[index] === byte)) ?? null
}

const PAGE = /<(?:!doctype\s+html|html|head|body|script|iframe|svg|object|embed)\b/i

/** A picture or PDF whose beginning can also be read as a web page was made to deceive. */
export function isAlsoPage(head: Uint8Array): boolean {
  return PAGE.test(new TextDecoder('latin1').decode(head.subarray(0, HEAD_BYTES)))
}

/** `.png .jpg .jpeg .pdf`, for messages. */
export function endingsOf(kinds: readonly FileKind[]): string {
  return kinds.flatMap((kind) => KINDS[kind].endings.map((ending) => `.${ending}`)).join(' ')
}

export function kindByEnding(name: string): FileKind | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return ALL_KINDS.find((kind) => ending !== undefined && KINDS[kind].endings.includes(ending)) ?? null
}

export function kindByMediaType(mediaType: string): FileKind | null {
  return ALL_KINDS.find((kind) => KINDS[kind].mediaType === mediaType) ?? null
}
