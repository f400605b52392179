import { type FileKind, KINDS, kindByEnding } from './file-kind.ts'

const LONGEST = 255
/** Most characters of an uploaded name that are considered, from its end. */
const LONGEST_GIVEN = 1_000
/** Control characters; bidirectional marks, with which `gpj.exe` displays as `exe.jpg`; invisible spaces. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu
/** Characters that file systems refuse. */
const FORBIDDEN = /[<>:"|?*]/g
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/** Removes control characters, invisible spaces and bidirectional marks from a name. */
export function withoutUnseen(name: string): string {
  return name.replace(UNSEEN, '')
}

/**
 * A safe file name: its last part, in any script, without hidden or misleading characters, and with an extension that matches the content.
 */
export function cleanName(given: string, kind: FileKind): string {
  const last = given.slice(-LONGEST_GIVEN).toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const seen = withoutUnseen(last).replace(FORBIDDEN, '_').replace(/\s+/gu, ' ').trim()
  const ending = kindByEnding(seen) === null ? '' : seen.slice(seen.lastIndexOf('.') + 1)
  const stem = seen.slice(0, seen.length - (ending === '' ? 0 : ending.length + 1)).replace(/^[. ]+|[. ]+$/g, '')
  const own = KINDS[kind].endings.includes(ending.toLowerCase()) ? ending : KINDS[kind].endings[0]!
  return `${shortened(named(stem), LONGEST - own.length - 1)}.${own}`
}

function named(stem: string): string {
  if (stem === '') return 'file'
  return RESERVED.test(stem) ? `_${stem}` : stem
}

/** Truncates between characters, never inside one. */
function shortened(text: string, most: number): string {
  return text
    .slice(0, most)
    .toWellFormed()
    .replace(/\ufffd$/u, '')
}
