import type { Shows } from './shows.ts'
import { parameterTexts } from '#kernel/platform/parameter/parameter-texts.ts'
import { choicesParameter, defineParameters } from '#kernel/platform/parameter/parameter.ts'

const KEY = 'audit.reads'

type Readable = Pick<Shows, 'name' | 'secrets' | 'label'>

/**
 * Makes the parameter known: a choice says a record, for all reads of it, or a field of one that not everybody may see, for reads
 * by those who are shown it. Delivered are all such fields.
 */
export function defineAuditedReads(readable: readonly Readable[]): void {
  const fields = new Set(readable.flatMap(({ name, secrets }) => secrets.map((field) => `${name}.${field}`)))
  const byName = new Map(readable.map((each) => [each.name, each]))
  const options = [...fields, ...byName.keys()].toSorted()
  const optionLabel = (language: 'zh' | 'en', option: string): string => {
    const [name = '', field] = option.split('.')
    return byName.get(name)?.label(language, field) ?? option
  }
  const parameter = { key: KEY, kind: 'choices', options, optionLabel, ...parameterTexts('reads') } as const
  defineParameters([parameter], { [KEY]: [...fields].toSorted() })
}

/** Which of the fields that somebody was shown of a record are kept now; null where nothing is. */
export function auditedReads({ name }: Pick<Readable, 'name'>, shown: readonly string[]): readonly string[] | null {
  const listed = new Set(choicesParameter(KEY))
  const kept = shown.filter((field) => listed.has(name) || listed.has(`${name}.${field}`))
  return kept.length > 0 || listed.has(name) ? kept : null
}
