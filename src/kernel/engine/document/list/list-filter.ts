import { endOfPeriod } from '#kernel/base/clock/period.ts'
import { isDay } from '#kernel/base/clock/day.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { columnOf, type Field, isFoundByBeginning, sqlTypeOf } from '#kernel/engine/definition/fields.ts'
import { axisOf } from '../axes/axes-of.ts'
import { axisCondition } from '../axes/axis-sql.ts'
import type { AnyDocument } from '../server-document.ts'

/** The filters that a statement takes; values are passed as parameters. */
export type Narrowing = Pick<Conditions, 'value' | 'add'>

/** Conditions on the rows of a list, with their parameter values. */
export class Conditions {
  readonly values: unknown[] = []
  readonly parts: string[] = []

  value(value: unknown): string {
    return `$${this.values.push(value)}`
  }

  add(part: string): void {
    this.parts.push(part)
  }

  toString(): string {
    return this.parts.length > 0 ? this.parts.join(' and ') : 'true'
  }
}

/** A whole number in the range of int, as a number or as digits. */
function isInteger(value: unknown): boolean {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^-?\d{1,10}$/.test(value))) return false
  return Number.isSafeInteger(Number(value)) && Math.abs(Number(value)) <= 2_147_483_647
}

/** PostgreSQL stores no NUL in a text. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 200 && !value.includes('\u0000')
}

/** Values that can be compared with a field's column, so that the database is never sent an unreadable one. */
function fits(field: Field | undefined, value: unknown): boolean {
  switch (field?.kind) {
    case 'integer':
      return isInteger(value)
    case 'date':
      return isText(value) && isDay(value)
    case 'money':
    case 'decimal':
      return isText(value) && /^-?\d{1,30}(\.\d{1,30})?$/.test(value)
    case 'text':
    case 'code':
    case 'choice':
    case 'ladder':
    case 'list':
    case undefined:
      return isText(value)
  }
}

/**
 * `validFromFrom` and `validFromTo`: the first day included and, as in every interval, the first day excluded.
 */
function daysOf(definition: AnyDocument, name: string): { readonly field: string; readonly sign: string } | null {
  const [, field = '', bound] = /^(.+)(From|To)$/.exec(name) ?? []
  return definition.fields[field]?.kind === 'date' ? { field, sign: bound === 'From' ? '>=' : '<' } : null
}

/** Adds one filter of a request; a value that its column cannot be compared with is refused. */
export function addFilter(where: Conditions, definition: AnyDocument, name: string, value: unknown): void {
  const bad = () => new Refused(httpErrors.invalidField({ field: name, reason: 'invalid' }, { field: name }))
  const field = definition.fields[name]
  const ofLines = field ? undefined : definition.lines[name]
  if (ofLines) {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    if (values.length > 100 || !values.every((each) => fits(ofLines, each))) throw bad()
    const column = `x.${columnOf(name)}`
    const matches =
      isFoundByBeginning(ofLines) && typeof value === 'string'
        ? `${column} ^@ ${where.value(value.trim().toUpperCase())}`
        : `${column} = any (${where.value(values)}::${sqlTypeOf(ofLines)}[])`
    // Lines of the round that the list shows; a draft's lines are not stored as rows.
    return where.add(
      `exists (select from ${definition.table}_line x where x.document_id = d.id and x.round = d.round and ${matches})`,
    )
  }
  const axis = axisOf(definition, name)
  if (axis) {
    const states = Array.isArray(value) ? (value as readonly unknown[]) : [value]
    // The text of a state stands in the statement, so only known ones may.
    const known = Object.keys(axis.states).filter((state) => states.includes(state))
    if (known.length === 0 || known.length < states.length) throw bad()
    return where.add(`(${known.map((state) => `(${axisCondition(definition, axis, state)})`).join(' or ')})`)
  }
  if (Array.isArray(value)) {
    const isList = value.every((each) => fits(field, each))
    // Of the columns that are no fields, only these are plain texts of the row.
    if (value.length > 100 || !isList || !(field || name === 'state' || name === 'no')) throw bad()
    return where.add(`d.${columnOf(name)} = any (${where.value(value)}::${field ? sqlTypeOf(field) : 'text'}[])`)
  }
  if (field?.kind === 'integer') {
    if (!isInteger(value)) throw bad()
    return where.add(`d.${columnOf(name)} = ${where.value(Number(value))}`)
  }
  const days = field ? null : daysOf(definition, name)
  if (days) {
    if (!isText(value) || !isDay(value)) throw bad()
    return where.add(`d.${columnOf(days.field)} ${days.sign} ${where.value(value)}::date`)
  }
  if (!isText(value) || !fits(field, value)) throw bad()
  switch (name) {
    case 'no':
      return where.add(`d.no like ${where.value(`${value.replace(/[\\%_]/g, '\\$&')}%`)}`)
    case 'drafter':
      return where.add(`d.drafter_id = (select id from app_user where account = ${where.value(value)})`)
    case 'createdFrom':
    case 'createdTo': {
      const at = new Date(name === 'createdTo' ? endOfPeriod(value) : value)
      // JavaScript accepts years of other lengths, the database does not.
      if (Number.isNaN(at.getTime()) || !/^\d{4}-/.test(value)) throw bad()
      return where.add(
        name === 'createdFrom' ? `d.created_at >= ${where.value(at)}` : `d.created_at < ${where.value(at)}`,
      )
    }
    default:
      return where.add(`d.${columnOf(name)} = ${where.value(value)}`)
  }
}
