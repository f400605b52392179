import { parameters as en } from '#kernel/i18n/locale/parameters.en.ts'
import { parameters as zh } from '#kernel/i18n/locale/parameters.zh.ts'
import { choicesParameter, defineParameters } from '#kernel/setting/parameter.ts'

const KEY = 'audit.reads'

interface Readable {
  readonly name: string
  readonly secrets: readonly string[]
}

/**
 * Makes the parameter known: a choice says a record, for all reads of it, or a field of one that not everybody may see, for reads
 * by those who are shown it. Delivered are all such fields.
 */
export function defineReads(readable: readonly Readable[]): void {
  const fields = new Set(readable.flatMap(({ name, secrets }) => secrets.map((field) => `${name}.${field}`)))
  const records = new Set(readable.map(({ name }) => name))
  const said = { label: { zh: zh.reads.label, en: en.reads.label }, hint: { zh: zh.reads.hint, en: en.reads.hint } }
  const options = [...fields, ...records].toSorted()
  defineParameters([{ key: KEY, kind: 'choices', options, ...said }], { [KEY]: [...fields].toSorted() })
}

/** What is kept now. */
export function readsToAudit(): ReadonlySet<string> {
  return new Set(choicesParameter(KEY))
}
