import { codesOf } from '#kernel/engine/record/choices.ts'
import { type AnyRecord, type RecordField, recordText } from '#kernel/engine/record/definition.ts'
import { recordTexts, stateName } from '#kernel/engine/record/record-texts.ts'
import { statesOf } from '#kernel/engine/record/states.ts'
import { filedFields } from '#kernel/engine/record/write/filed-fields.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { Columns, ExcelColumn } from '#kernel/platform/excel/columns.ts'

/** The column of a record's state, beside those of its fields. */
export const STATE = 'state'

/** The columns of a record's files. */
export function recordColumns(record: AnyRecord): Columns {
  const titles = (path: string) => ({ zh: textAt('zh', path), en: textAt('en', path) })
  const keys = new Set<string>([record.key, ...(record.keyOf ?? [])])
  const columns = Object.entries(filedFields(record)).map(([name, field]): ExcelColumn => ({
    key: name,
    titles: titles(recordText(record, `fields.${name}`)),
    // The key says which row is meant. Other values may be left out where the record is there already; a new one is refused without.
    required: keys.has(name) && (field.required || name === record.key),
    ...(field.required && !keys.has(name) ? { requiredIfNew: true as const } : {}),
    ...shapeOf(field, codesOf(record, name)),
    ...wordsOf(field.options && codesOf(record, name), (language, option) =>
      textAt(language, recordText(record, `options.${name}.${option}`)),
    ),
  }))
  if (!record.states) return columns
  const states = { zh: recordTexts.zh.state, en: recordTexts.en.state }
  const words = wordsOf(statesOf(record), (language, state) => stateName(record, language, state))
  return [
    ...columns,
    { key: STATE, titles: states, required: false, kind: 'code', options: statesOf(record), ...words },
  ]
}

function wordsOf<Code extends string>(
  codes: readonly Code[] | undefined,
  wordOf: (language: Language, code: Code) => string,
): Pick<ExcelColumn, 'words'> {
  if (!codes) return {}
  return { words: Object.fromEntries(codes.map((code) => [code, { zh: wordOf('zh', code), en: wordOf('en', code) }])) }
}

type Shape = Pick<ExcelColumn, 'kind' | 'maxLength' | 'options' | 'isNamed' | 'range'>

/** Names are longer than codes. */
const MOST_NAME = 240

function shapeOf(field: RecordField, options: readonly string[]): Shape {
  if (field.refersTo && !field.links) return { kind: 'code', maxLength: MOST_NAME, isNamed: true }
  const max = field.max === undefined ? {} : { maxLength: field.max }
  switch (field.kind) {
    case 'money':
      return { kind: 'amount' }
    case 'integer':
      return { kind: 'integer', ...(field.range ? { range: field.range } : {}) }
    case 'date':
      return { kind: 'day' }
    // The field's own parser reports number errors.
    case 'decimal':
      return { kind: 'text', maxLength: 40 }
    case 'choice':
      return { kind: 'code', options }
    case 'code':
      return field.stored === 'date' ? { kind: 'day' } : { kind: 'code', ...max }
    case 'ladder':
    case 'list':
    case 'text':
      return { kind: 'text', ...max }
  }
}
