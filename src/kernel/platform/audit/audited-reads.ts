import type { Shows } from './shows.ts'
import { parameterTexts } from '#kernel/platform/parameter/parameter-texts.ts'
import { choicesParameter, defineParameters } from '#kernel/platform/parameter/parameter.ts'

const KEY = 'audit.reads'

type Readable = Pick<Shows, 'name' | 'secrets' | 'label'>

/**
 * Registers the parameter: its choices are whole records, for all reads of them, or single restricted fields, for reads
 * by those who may see them. By default all such fields are chosen.
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

/** The fields shown to a reader whose reads are logged now; null where there are none. */
export function auditedReads({ name }: Pick<Readable, 'name'>, shown: readonly string[]): readonly string[] | null {
  const listed = new Set(choicesParameter(KEY))
  const kept = shown.filter((field) => listed.has(name) || listed.has(`${name}.${field}`))
  return kept.length > 0 || listed.has(name) ? kept : null
}
