import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { post } from '#kernel/web/console/client/api.ts'
import type { CheckResult } from '#kernel/web/console/client/document-api.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import { fixedOptions, type FormOptions } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { JOINT, viewOf } from '#kernel/engine/definition/view.ts'
import { recordChange } from './record-change.doc.ts'

/** Initial values of a change. */
interface Start {
  readonly organisationCode: string
  readonly name: string
  readonly fields: readonly { readonly field: string; readonly label: string; readonly value: string | null }[]
}

/** The soft check's answer, with the current values. */
interface ChangeChecked extends CheckResult {
  readonly lines: readonly { readonly row: number; readonly oldValue: string | null }[]
}

function useRecord(recordKind: string, recordKey: string) {
  return useQuery({
    queryKey: queryKeys.detail(recordChange.name, ['start', recordKind, recordKey]),
    queryFn: ({ signal }) =>
      post<Start>(`${recordChange.api}/start`, { recordKind, recordKey }, { signal, handles: true }),
    enabled: recordKind !== '' && recordKey !== '',
    staleTime: 0,
  })
}

/** The form of a change by approval, on desktop and phone: the guarded fields with their current values, to be overwritten. */
export const form: FormSpec<ChangeChecked> = {
  definition: recordChange,
  useOptions,
  useStart,
  // A draft is requested as it is: its fields are edited on its own page.
  lineColumns: (header) => (header['changeKind'] === 'new' ? [] : viewOf(recordChange).lines.columns),
  check: (input, options) => post<ChangeChecked>(`${recordChange.api}/check`, input, options),
  lineValue: ({ lines }, _column, row) => lines.find((line) => line.row === row)?.oldValue ?? null,
}

function useOptions({ recordKind: both = '' }: Values): FormOptions {
  const [recordKind = '', recordKey = ''] = both.split(JOINT)
  const { data } = useRecord(recordKind, recordKey)
  return useMemo(
    () => ({
      fields: {
        recordKind: fixedOptions(
          both === '' ? [] : [{ value: both, label: data ? `${recordKey} / ${data.name}` : recordKey }],
        ),
      },
      lines: { field: fixedOptions((data?.fields ?? []).map(({ field, label }) => ({ value: field, label }))) },
    }),
    [data, both, recordKey],
  )
}

function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
  const changeKind = query.get('changeKind') === 'new' ? 'new' : 'change'
  const recordKind = query.get('recordKind') ?? ''
  const recordKey = query.get('recordKey') ?? ''
  const record = useRecord(recordKind, recordKey)
  // A form is opened from a record; an address without one gets an empty form instead of waiting for it.
  if (recordKind === '' || recordKey === '')
    return { header: { changeKind, recordKind: '', organisationCode: '', reason: '' }, lines: [] }
  if (record.isError) return { onRetry: () => void record.refetch() }
  if (!record.data) return null
  const { organisationCode, fields } = record.data
  return {
    header: { changeKind, recordKind: `${recordKind}${JOINT}${recordKey}`, organisationCode, reason: '' },
    lines: changeKind === 'new' ? [] : fields.map(({ field, value }) => ({ field, value: value ?? '' })),
  }
}
