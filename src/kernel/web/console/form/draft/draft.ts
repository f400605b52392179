import type { AttachmentView } from '#kernel/platform/files/attachment-wire.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { Fields } from '#kernel/engine/definition/fields.ts'
import { ofParts, rowsOf } from '#kernel/engine/definition/parts.ts'
import { JOINT, valueText, viewOf } from '#kernel/engine/definition/view.ts'
import { type Amount, readAmount, sumAmounts } from '#kernel/base/money/money.ts'
import type { DocumentInput, DocumentWire } from '../../client/document-api.ts'
import type { StoredDraft } from '../../client/unsaved.ts'
import type { Values } from '../../sheet/sheet-columns.ts'
import type { FormSpec } from '../form-spec.ts'
import { type FormOptions, withChoice } from '../options.ts'

/** Everything in a form that could be lost: raw texts; of a pair of codes, both as one. */
export interface FormDraft {
  readonly id: string | null
  readonly no: string | null
  readonly version: number | null
  /** When the server last stored it, as far as this form knows. */
  readonly savedAt: string | null
  /** Saved only automatically, so it is deleted when the input is discarded. */
  readonly isUnasked: boolean
  readonly source: 'typed' | 'file'
  /** It was submitted once and has a history, so it cannot be deleted. */
  readonly wasSubmitted?: true
  readonly header: Values
  readonly lines: readonly Values[]
  /** Rows of further tables, by table. */
  readonly tables?: Readonly<Record<string, readonly Values[]>>
  /** Uploaded attachments. */
  readonly files: readonly AttachmentView[]
}

export function newDraft(header: Values, lines: readonly Values[] = [], tables?: FormDraft['tables']): FormDraft {
  return {
    id: null,
    no: null,
    version: null,
    savedAt: null,
    isUnasked: true,
    source: 'typed',
    header,
    lines,
    ...(tables ? { tables } : {}),
    files: [],
  }
}

/** A draft stored in the browser; one from before there were attachments has none. */
export function readKept(text: string): FormDraft {
  const kept = JSON.parse(text) as Omit<FormDraft, 'files'> & Partial<Pick<FormDraft, 'files'>>
  return { ...kept, files: kept.files ?? [] }
}

/** The server's draft, and whether it is deleted when its input is discarded. */
export function storedOf({ no, savedAt, isUnasked }: FormDraft, isRemovable: boolean): StoredDraft | null {
  return no && savedAt ? { no, savedAt, isGone: isUnasked && isRemovable } : null
}

/** A stored document in form state. */
export function draftOf(definition: AnyDefinition, document: DocumentWire): FormDraft {
  return {
    id: document.id,
    no: document.no,
    version: document.version,
    savedAt: document.updatedAt,
    isUnasked: false,
    source: document['source'] === 'file' ? 'file' : 'typed',
    ...(document.formInstanceId === null ? {} : { wasSubmitted: true as const }),
    header: textsOf(definition.fields, document),
    lines: document.lines.map((line) => textsOf(definition.lines, line)),
    ...ofParts(definition, ({ part, lines }) =>
      ((document[part] ?? []) as DocumentWire['lines']).map((line) => textsOf(lines, line)),
    ),
    files: document.attachments ?? [],
  }
}

/** Values of a wire record for the fields that a person fills in. */
export function textsOf(fields: Fields, record: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(heldFields(fields).map((name) => [name, valueText(fields, name, record)]))
}

/** Computed fields are not typed, and the second half of a pair is part of the first. */
export function heldFields(fields: Fields): readonly string[] {
  const seconds = new Set(Object.values(fields).map((field) => field.joins))
  return Object.keys(fields).filter((name) => !fields[name]?.computed && !seconds.has(name) && name !== 'source')
}

/** The request body: raw input, errors included, so that a draft is restored as it was left and the server reports what is wrong. */
export function inputOf(definition: AnyDefinition, draft: FormDraft): DocumentInput {
  return {
    ...(draft.id === null ? {} : { id: draft.id }),
    ...(draft.version === null ? {} : { version: draft.version }),
    ...headerOf(definition, draft),
    ...(definition.fields['source'] ? { source: draft.source } : {}),
    lines: wireLines(definition, draft),
    ...ofParts(definition, (part) => wireLines(part, draft)).tables,
    ...(definition.attachments ? { files: draft.files.map(({ key }) => key) } : {}),
  }
}

function wireLines(definition: AnyDefinition, draft: FormDraft) {
  return filledLines(rowsOf(definition, draft)).map((line) => wireOf(definition.lines, line))
}

/** The draft as a part sees it: the rows of its table are the lines. */
export function draftOfPart(part: AnyDefinition, draft: FormDraft): FormDraft {
  return { ...draft, lines: rowsOf(part, draft) }
}

/** What was filled in, to compare: without what the server gives. */
export function contentOf(definition: AnyDefinition, draft: FormDraft): string {
  return JSON.stringify(inputOf(definition, { ...draft, id: null, version: null, source: 'typed' }))
}

/** The header fields in wire form. */
export function headerOf(definition: AnyDefinition, { header }: FormDraft): Readonly<Record<string, unknown>> {
  return wireOf(definition.fields, header)
}

function wireOf(fields: Fields, values: Values): Record<string, string | number | null> {
  return Object.fromEntries(
    heldFields(fields).flatMap((name): [string, string | number | null][] => {
      const value = values[name] ?? ''
      const second = fields[name]?.joins
      if (second !== undefined) {
        const [one = '', other = ''] = value.split(JOINT)
        return [
          [name, one || null],
          [second, other || null],
        ]
      }
      if (fields[name]?.kind === 'integer' && /^\d{1,9}$/.test(value.trim())) return [[name, Number(value)]]
      return [[name, value || null]]
    }),
  )
}

/** Lines without trailing empty ones, which Enter in the last cell created. */
export function filledLines(lines: readonly Values[]): readonly Values[] {
  const last = lines.findLastIndex((line) => Object.values(line).some((value) => value.trim() !== ''))
  return last === lines.length - 1 ? lines : lines.slice(0, last + 1)
}

/** The form field of a wire field: the second half of a pair is part of the first. */
export function heldName(fields: Fields, name: string): string {
  return Object.keys(fields).find((each) => fields[each]?.joins === name) ?? name
}

/** Whether a draft can be stored: it must name its organisation. */
export function isStorable(definition: AnyDefinition, draft: FormDraft): boolean {
  return (definition.actions['save']?.needs ?? []).every((name) => Boolean(draft.header[name]))
}

/** Sum of the valid amounts. */
export function totalOf(definition: AnyDefinition, draft: FormDraft): Amount {
  const { sum } = viewOf(definition).lines
  const amounts = sum === null ? [] : draft.lines.map((line) => readAmount(line[sum] ?? ''))
  return sumAmounts(amounts.filter((amount) => typeof amount !== 'string'))
}

/** Most lines, depending on whether they come from a file. */
export function lineLimit(definition: AnyDefinition, draft: Pick<FormDraft, 'source'>): number {
  return definition.lineLimits[draft.source]
}

/** Field name of the attachments. */
export const FILES = 'files'

/** The draft after a header field was set: dependent values are set, those of the old value are cleared. */
export function withField(
  spec: Pick<FormSpec, 'resets'>,
  options: FormOptions,
  draft: FormDraft,
  name: string,
  value: string,
): FormDraft {
  if ((draft.header[name] ?? '') === value) return draft
  const { fields = [], lines = [] } = spec.resets?.[name] ?? {}
  const header = withChoice(options.fields, { ...draft.header, ...emptied(fields) }, name, value)
  const isHeld = (line: Values) => lines.some((reset) => (line[reset] ?? '') !== '')
  if (!draft.lines.some(isHeld)) return { ...draft, header }
  return { ...draft, header, lines: draft.lines.map((line) => (isHeld(line) ? { ...line, ...emptied(lines) } : line)) }
}

function emptied(names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, '']))
}
