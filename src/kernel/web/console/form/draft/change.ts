import type { Values } from '../../sheet/sheet-columns.ts'
import type { FormDraft } from './draft.ts'
import type { FormSpec } from '../form-spec.ts'
import { type FormOptions, withChoice } from '../options.ts'

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
  if (lines.length === 0) return { ...draft, header }
  return { ...draft, header, lines: draft.lines.map((line) => ({ ...line, ...emptied(lines) })) }
}

function emptied(names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, '']))
}
