import type { QueryClient } from '@tanstack/react-query'
import type { Dispatch, RefObject, SetStateAction } from 'react'
import type { ApiError, WireRefusal } from '../../client/api.ts'
import { pageText } from '../../client/i18n.ts'
import { staleAfterAction } from '../../client/query-keys.ts'
import type { FormSpec } from '../form-spec.ts'
import type { FormDraft } from './draft.ts'

export type DraftSaveState =
  | { readonly kind: 'clean' }
  | { readonly kind: 'dirty' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: Date }
  | { readonly kind: 'failed'; readonly reason: string; readonly isPassing: boolean }

/** Where input is stored in the browser until the server has it: over a reload, a network failure, the end of a session. */
export interface Keeping {
  readonly typed: (draft: FormDraft) => void
  readonly stored: (draft: FormDraft) => void
  readonly submitted: () => void
}

/** What the acts of a form share. */
export interface Submitting {
  readonly spec: FormSpec
  readonly latest: RefObject<FormDraft>
  readonly saving: RefObject<Promise<boolean> | null>
  readonly keeping: Keeping
  readonly setSubmitting: (isSubmitting: boolean) => void
  readonly setSaveState: (state: DraftSaveState) => void
  readonly setRefusals: Dispatch<SetStateAction<readonly WireRefusal[]>>
  readonly fail: (cause: unknown) => ApiError
}

export function failedBy(cause: ApiError): DraftSaveState {
  const { status, message, refusal } = cause
  // A message names its field; its line is shown beside it.
  const line = refusal?.row === undefined ? '' : `${pageText('form.row', { row: refusal.row + 1 })}: `
  const reason = status === 409 ? pageText('form.conflictTitle') : `${line}${message}`
  return { kind: 'failed', reason, isPassing: status === 0 || status >= 500 }
}

/** Invalidates queries of these kinds; after a save visible ones refetch at the next look. */
export function forget(client: QueryClient, kinds: readonly string[], refetchType: 'none' | 'active'): Promise<void> {
  const isStale = staleAfterAction(kinds)
  return client.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey), refetchType })
}

/** The action that deletes a document, where its type has one. */
export function removingAction({ definition }: FormSpec): string | undefined {
  return Object.keys(definition.actions).find((name) => definition.actions[name]?.removes)
}
