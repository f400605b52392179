import { useEffect } from 'react'
import type { FormSpec } from '../form-spec.ts'
import type { FormOptions } from '../options.ts'
import { type FormDraft, withField } from './draft.ts'
import type { DocumentDraft } from './use-document-draft.ts'

/** Chooses in the fields of `spec.sole` what is their only option, as soon as it is known and while they are empty. */
export function useSoleOptions(
  spec: FormSpec,
  { header }: FormDraft,
  options: FormOptions,
  setDraft: DocumentDraft['setDraft'],
): void {
  const name = spec.sole?.find((each) => {
    const list = options.fields[each]
    return (header[each] ?? '') === '' && list?.isLoading === false && list.options.length === 1
  })
  const value = name === undefined ? undefined : options.fields[name]?.options[0]?.value
  useEffect(() => {
    if (name === undefined || value === undefined) return
    setDraft((now) => ((now.header[name] ?? '') === '' ? withField(spec, options, now, name, value) : now))
  }, [spec, options, name, value, setDraft])
}
