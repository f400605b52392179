import { describe, expect, test } from 'vitest'
import type { AttachmentRule } from '#kernel/engine/definition/definition.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { filesOfDocument, hashedFiles, readFileKeys } from './attachment-binding.ts'
import type { AttachmentRow } from '#kernel/platform/files/attachment-store.ts'

const row = (key: string, more: Partial<AttachmentRow> = {}): AttachmentRow => ({
  key,
  uploader_id: 1,
  name: `${key}.png`,
  media_type: 'image/png',
  size: 10,
  sha256: `hash of ${key}`,
  source_sha256: `hash of what ${key} was`,
  purpose: null,
  document_type: null,
  document_id: null,
  ...more,
})
const bound = { purpose: 'document', document_type: 'loan', document_id: '7' } as const
const binding = { documentId: '7', documentType: 'loan', round: null, actorId: 1, now: new Date(0) }

function outcome(
  rule: AttachmentRule | undefined,
  keys: readonly string[],
  rows: readonly AttachmentRow[],
  round: number | null = null,
) {
  try {
    const { files, statements } = filesOfDocument(rule, { ...binding, keys, round }, rows)
    return { keys: files.map(({ key }) => key), writes: statements.length }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.refusals.map(({ key, field, row: at }) => `${key} ${field} ${at ?? ''}`.trim())
  }
}

describe('refused attachments of a document', () => {
  test.each<[string, AttachmentRule | undefined, readonly string[], readonly AttachmentRow[], string]>([
    ['any, where its type takes none', undefined, ['a'], [row('a')], 'attachment.notTaken files'],
    ['more than its type takes', { max: 1 }, ['a', 'b'], [row('a'), row('b')], 'attachment.tooMany files'],
    ['a kind that it does not take', { max: 3, types: ['pdf'] }, ['a'], [row('a')], 'attachment.typeNotTaken files'],
    ['none, where one is required', { max: 3, required: true }, [], [], 'attachment.required files'],
    ['one that is not there', { max: 3 }, ['a', 'x'], [row('a')], 'attachment.unknown files 1'],
    ["another's", { max: 3 }, ['a'], [row('a', { uploader_id: 2 })], 'attachment.unknown files 0'],
    [
      'one of another document',
      { max: 3 },
      ['a'],
      [row('a', { ...bound, document_id: '8' })],
      'attachment.elsewhere files 0',
    ],
    [
      'the file of an opinion on it',
      { max: 3 },
      ['a'],
      [row('a', { ...bound, purpose: 'opinion', uploader_id: 2 })],
      'attachment.elsewhere files 0',
    ],
    ['the same twice', { max: 3 }, ['a', 'a'], [row('a')], 'attachment.twice files 1'],
    [
      'the same content under another name',
      { max: 3 },
      ['a', 'b'],
      [row('a', bound), row('b', { source_sha256: row('a').source_sha256 })],
      'attachment.twice files 1',
    ],
  ])('an attachment of a document is refused: %s', (_what, rule, keys, rows, refusal) => {
    expect(outcome(rule, keys, rows, 1)).toEqual([refusal])
  })
})

describe('accepted attachments of a document', () => {
  test('a submit without files writes nothing', () => {
    expect(outcome({ max: 3 }, [], [], 1)).toEqual({ keys: [], writes: 0 })
  })

  test('a draft may lack an attachment that its submit needs', () => {
    expect(outcome({ max: 3, required: true }, [], [])).toEqual({ keys: [], writes: 0 })
  })

  test('a document keeps its attachments in the named order, and a draft that names the same ones writes nothing', () => {
    const rows = [row('a', bound), row('b', { ...bound, uploader_id: 2 })]
    expect(outcome({ max: 3 }, ['b', 'a'], rows)).toEqual({ keys: ['b', 'a'], writes: 0 })
    expect(outcome({ max: 3 }, ['b', 'a'], rows, 2)).toEqual({ keys: ['b', 'a'], writes: 1 })
    expect(outcome({ max: 3 }, ['b'], rows)).toEqual({ keys: ['b'], writes: 1 })
  })

  test('the hash of attachments covers their content', () => {
    expect(hashedFiles([row('a')])).not.toEqual(hashedFiles([row('a', { sha256: 'other' })]))
  })

  test.each([[undefined], ['a'], [{ 0: 'a' }], [[1, null]]])('the value %j names no attachments', (value) => {
    expect(readFileKeys(value)).toEqual([])
  })
})
