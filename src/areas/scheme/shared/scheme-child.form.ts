import { useMemo } from 'react'
import { post } from '#kernel/web/console/client/api.ts'
import type { CheckResult } from '#kernel/web/console/client/document-api.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import type { FormOptions, OptionList } from '#kernel/web/console/form/options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { SchemeState } from './scheme-types.ts'
import {
  type SchemeEntry,
  type SchemeFundingLine,
  useParts,
  useSchemes,
} from '../drafts-and-names/scheme-options.web.ts'

/** The answer of a document's soft check: the server's values of header and lines. */
export interface SchemeChecked extends CheckResult {
  readonly header: Values
  readonly lines: readonly { readonly row: number; readonly values: Readonly<Record<string, string | number | null>> }[]
}

interface ChildForm {
  /** Allowed states of the scheme. */
  readonly states: readonly SchemeState[]
  /** The document's amount of a part. Must be stable. */
  readonly free: (part: SchemeFundingLine) => string
  /** Option lists of its own. A hook. */
  readonly useMore?: (header: Values) => Partial<Record<'fields' | 'lines', Readonly<Record<string, OptionList>>>>
  /** Dependent values of the chosen scheme, besides place and currency. Must be stable. */
  readonly sets?: (scheme: SchemeEntry) => Values
  /** Initial values of a new one, besides its scheme. */
  readonly start?: (query: URLSearchParams) => Values
}

const RUNNING: readonly SchemeState[] = ['effective', 'partialExecution']

/** The form of a scheme's follow-up document, on desktop and phone: the scheme first, then its parts. */
export function childForm(
  definition: AnyDefinition,
  { states = RUNNING, free, useMore, sets, start }: Partial<ChildForm> & Pick<ChildForm, 'free'>,
): FormSpec<SchemeChecked> {
  function useOptions(header: Values): FormOptions {
    const { schemeNo = '' } = header
    const schemes = useSchemes(states, schemeNo, sets)
    const parts = useParts(schemeNo, free)
    const more = useMore?.(header)
    return useMemo(
      () => ({
        fields: { schemeNo: schemes, ...more?.fields },
        lines: { fundingNo: parts, customerCode: parts.customers, ...more?.lines },
      }),
      [schemes, parts, more],
    )
  }

  /** The address contains the scheme. */
  function useStart(query: URLSearchParams): FormStart | FormStartFailed | null {
    const schemeNo = query.get('schemeNo') ?? ''
    const schemes = useSchemes(states, schemeNo, sets)
    if (schemes.onRetry) return { onRetry: schemes.onRetry }
    if (schemes.isLoading) return null
    const scheme = schemes.options.find(({ value }) => value === schemeNo)
    if (schemeNo !== '' && !scheme) return { header: { ...start?.(query), reason: '' } }
    const chosen = scheme ? { schemeNo: scheme.value, ...scheme.sets } : {}
    return { header: { ...chosen, ...start?.(query), reason: '' } }
  }

  return {
    definition,
    resets: { schemeNo: { lines: ['fundingNo'] } },
    useOptions,
    useStart,
    check: (input, options) => post<SchemeChecked>(`${definition.api}/check`, input, options),
    lineValue: ({ lines }, column, row) => {
      const value = lines.find((line) => line.row === row)?.values[column]
      return value === null || value === undefined ? null : String(value)
    },
  }
}
