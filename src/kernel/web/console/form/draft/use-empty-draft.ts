import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { documentApi } from '../../client/document-api.ts'
import { createIntent, underIntent } from '../../client/intent.ts'
import type { FormSpec } from '../form-spec.ts'
import { contentOf, type FormDraft } from './draft.ts'
import { failedBy, forget, removingAction, type Submitting } from './saving.ts'

/** Whether a new form says no more than it began with: then it is not worth a draft. A recovered one always is. */
export function useIsEmpty(
  { definition }: FormSpec,
  initial: FormDraft,
  isRecovered: boolean | undefined,
): (draft: FormDraft) => boolean {
  const [start] = useState(() => (isRecovered || initial.id !== null ? null : contentOf(definition, initial)))
  return useCallback(
    (draft) => start !== null && draft.isUnasked && contentOf(definition, draft) === start,
    [definition, start],
  )
}

interface SavingItself extends Submitting {
  readonly isEmpty: (draft: FormDraft) => boolean
  /** After a running save, and before the next. */
  readonly queue: (run: () => Promise<boolean>) => Promise<boolean>
  readonly save: () => Promise<boolean>
  readonly replace: (draft: FormDraft) => void
}

/** The save that nobody asked for. Once everything is taken out again it deletes the draft; the form stays open, as a new one. */
export function useSaveItself(parts: SavingItself): () => Promise<boolean> {
  const { spec, latest, setSaveState, fail, isEmpty, queue, save, replace } = parts
  const client = useQueryClient()
  const [intent] = useState(createIntent)
  const action = removingAction(spec)
  const takeBack = useCallback(async (): Promise<boolean> => {
    const { id, version } = latest.current
    if (action === undefined || id === null || version === null) return true
    try {
      await underIntent(intent, { id, version }, (idempotencyKey) =>
        documentApi(spec.definition).remove(action, { id, version }, { idempotencyKey, handles: true }),
      )
      // Somebody may have typed meanwhile: that is the beginning of another draft.
      const now = { ...latest.current, id: null, no: null, version: null, savedAt: null }
      replace(now)
      if (!isEmpty(now)) setSaveState({ kind: 'dirty' })
      void forget(client, [spec.definition.name], 'none')
      return true
    } catch (cause) {
      setSaveState(failedBy(fail(cause)))
      return false
    }
  }, [action, client, fail, intent, isEmpty, latest, replace, setSaveState, spec])
  return useCallback(
    () => (action !== undefined && isEmpty(latest.current) ? queue(takeBack) : save()),
    [action, isEmpty, latest, queue, save, takeBack],
  )
}
