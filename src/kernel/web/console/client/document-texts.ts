import type { AskedFields } from '#kernel/engine/definition/question.ts'
import { type Fact, factText, headingText, type Names, type NameStyle, viewOf } from '#kernel/engine/definition/view.ts'
import { lineFieldsPath } from '#kernel/engine/definition/parts.ts'
import { areaTexts, type TextParams } from './i18n.ts'

type Values = Readonly<Record<string, unknown>>

/** The texts of a document type, by its definition's names, so that no page contains labels. */
export interface DocumentTexts {
  /** Any text below the document's own: `options.applyType.grant`. */
  text(path: string, params?: TextParams): string
  field(name: string): string
  /** What its lines are called, or the rows of a further table. */
  lines(): string
  lineField(name: string): string
  state(name: string): string
  option(field: string, value: string): string
  /** Title of a document: `Budget grant`. */
  heading(values: Values): string
  factLabel(fact: Fact): string
  /** A formatted fact of a header; empty for no value. */
  fact(fact: Fact, values: Values, names: Names, style?: NameStyle): string
  lineFact(name: string, line: Values, names: Names, style?: NameStyle): string
}

export function documentTexts(definition: AskedFields): DocumentTexts {
  const areaText = areaTexts<Readonly<Record<string, string>>>(definition.area)
  const text = (path: string, params?: TextParams): string => areaText(`documents.${definition.name}.${path}`, params)
  const field = (name: string): string => text(`fields.${name}`)
  return {
    text,
    field,
    lines: () => field(definition.part ?? 'lines'),
    lineField: (name) => text(`${lineFieldsPath(definition)}.${name}`),
    state: (name) => text(`states.${name}`),
    option: (name, value) => text(`options.${name}.${value}`),
    heading: (values) => headingText(viewOf(definition), text, values),
    factLabel: (fact) => field(typeof fact === 'string' ? fact : fact.label),
    fact: (fact, values, names, style = 'coded') =>
      factText({ fields: definition.fields, names, text, style }, fact, values),
    lineFact: (name, line, names, style = 'coded') =>
      factText({ fields: definition.lines, names, text, style }, name, line),
  }
}
