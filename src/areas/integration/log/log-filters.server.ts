import { type TProperties, Type } from 'typebox'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'

type LogFilterValues = Readonly<Record<string, unknown>>

/** A log filter in SQL: one of several values, part of a text, from and before an instant. */
export interface LogFilter {
  readonly column: string
  readonly kind: 'one' | 'part' | 'from' | 'to'
}
export type LogFilters = Readonly<Record<string, LogFilter>>

const text = Type.String({ maxLength: 200 })

export function filterSchemas(filters: LogFilters): TProperties {
  return Object.fromEntries(
    Object.entries(filters).map(([name, { kind }]) => [
      name,
      Type.Optional(kind === 'one' ? Type.Union([text, Type.Array(text, { maxItems: 100 })]) : text),
    ]),
  )
}

/** The values of the filters, as cache key of the total. */
export function logFilterValues(filters: LogFilters, asked: LogFilterValues): LogFilterValues {
  return Object.fromEntries(
    Object.entries(asked).filter(
      ([name, value]) => Object.hasOwn(filters, name) && value !== undefined && value !== '',
    ),
  )
}

export class Where {
  readonly values: unknown[] = []
  private readonly parts: string[] = []

  value(value: unknown): string {
    return `$${this.values.push(value)}`
  }

  add(part: string): void {
    this.parts.push(part)
  }

  get sql(): string {
    return this.parts.length === 0 ? 'true' : this.parts.join(' and ')
  }
}

export function whereOf(filters: LogFilters, asked: LogFilterValues): Where {
  const where = new Where()
  for (const [name, value] of Object.entries(logFilterValues(filters, asked))) {
    const bad = () => new Refused(httpErrors.invalidField({ field: name, reason: 'invalid' }, { field: name }))
    const { column, kind } = filters[name]!
    const texts = Array.isArray(value) ? (value as unknown[]) : [value]
    if (!texts.every((each): each is string => typeof each === 'string' && !each.includes('\u0000'))) throw bad()
    const [first = ''] = texts
    if (kind === 'one') where.add(`${column} = any (${where.value(texts)}::text[])`)
    else if (kind === 'part')
      where.add(`${column} ilike ${where.value(`%${first.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)}`)
    else {
      const at = new Date(first)
      if (Number.isNaN(at.getTime()) || !/^\d{4}-/.test(first)) throw bad()
      // Half-open intervals.
      where.add(`${column} ${kind === 'from' ? '>=' : '<'} ${where.value(at)}`)
    }
  }
  return where
}

/** The setting is joined where conditions need it: every row has one. */
export const settingOf = (row: string, conditions: string): string =>
  /\bs\./.test(conditions) ? ` join sync_setting s on s.code = ${row}.setting_code` : ''
