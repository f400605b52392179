import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type AnyRecord, recordText, type RecordValues } from '#kernel/engine/record/definition.ts'
import { changeErrors } from '../change-request.errors.ts'
import type { RecordChangeContent } from './record-change.doc.ts'
import type { RecordState } from '#kernel/engine/record/states.ts'

/** The current record, as far as the drafter may see it. */
export interface Target {
  readonly record: AnyRecord
  readonly id: string
  readonly state: RecordState
  /** Its organisation; null where it belongs to all. */
  readonly scopeId: number | null
  /** As stored, and as shown to the drafter. */
  readonly values: RecordValues
  readonly shown: RecordValues
  readonly mayEdit: boolean
}

export interface ChangeFacts {
  readonly target: Target | null
  /** The organisation named in the content. */
  readonly organisation: { readonly id: number; readonly isRoot: boolean } | null
  /** Open changes: their numbers, by changed field. */
  readonly asked: readonly {
    readonly no: string
    readonly kind: 'new' | 'change'
    readonly fields: readonly string[]
  }[]
}

type Lines = RecordChangeContent['lines']

/** A value in a change; a masked value that comes back unchanged is no change. */
export function textOf(value: string | number | null | undefined): string | null {
  return value === null || value === undefined || value === '' ? null : String(value)
}

function isChanged({ values, shown }: Target, { field, value }: Lines[number]): boolean {
  const asked = textOf(value)
  return asked !== textOf(values[field]) && asked !== textOf(shown[field])
}

/** The lines with content: for a new record all fields of the draft, for a change the differing ones. */
export function linesOf(content: RecordChangeContent, { target }: ChangeFacts): Lines {
  if (!target) return content.lines
  if (content.header.changeKind === 'new')
    return Object.keys(target.record.fields).flatMap((field) => {
      const value = textOf(target.values[field])
      return value === null ? [] : [{ field, oldValue: null, value }]
    })
  return content.lines
    .filter((line) => isChanged(target, line))
    .map(({ field, value }) => ({ field, oldValue: textOf(target.values[field]), value: textOf(value) }))
}

/** The organisation of the change: the record's, headquarters where it belongs to all. Null where the content names another. */
export function scopeOf({ target, organisation }: ChangeFacts): number | null {
  if (!target) return null
  return target.scopeId ?? (organisation?.isRoot ? organisation.id : null)
}

export function checkChange(content: RecordChangeContent, facts: ChangeFacts): Refusal[] {
  const { header } = content
  const { target, organisation } = facts
  if (!target) return [changeErrors.recordUnknown({ record: header.recordKey }, { field: 'recordKind' })]
  if (!target.mayEdit) return [changeErrors.mayNotEdit({}, { field: 'recordKind' })]
  if (scopeOf(facts) === null || scopeOf(facts) !== organisation?.id) return [changeErrors.notItsOrganisation()]
  const isDraft = target.record.life === true && target.state === 'draft'
  if (header.changeKind === 'new') {
    const [waiting] = facts.asked
    if (!isDraft) return [changeErrors.notADraft()]
    return waiting ? [changeErrors.alreadyAsked({ no: waiting.no })] : []
  }
  if (isDraft) return [changeErrors.stillADraft()]
  const refusals = content.lines.flatMap((line, row) => checkLine(content.lines, facts, target, line, row))
  if (refusals.length === 0 && !content.lines.some((line) => isChanged(target, line)))
    return [changeErrors.sameValue({}, { field: 'lines' })]
  return refusals
}

function checkLine(lines: Lines, { asked }: ChangeFacts, target: Target, line: Lines[number], row: number): Refusal[] {
  const { field } = line
  const at = { field: 'field', row }
  const guarded: readonly string[] = target.record.guarded ?? []
  if (!guarded.includes(field)) {
    const isKnown = Object.hasOwn(target.record.fields, field)
    const label = isKnown ? `@${recordText(target.record, `fields.${field}`)}` : field
    return [changeErrors.notByApproval({ field: label }, at)]
  }
  const first = lines.findIndex((other) => other.field === field)
  if (first < row) return [changeErrors.fieldTwice({ first: first + 1 }, at)]
  const other = isChanged(target, line) ? asked.find(({ fields }) => fields.includes(field)) : undefined
  return other ? [changeErrors.alreadyAsked({ no: other.no }, at)] : []
}
