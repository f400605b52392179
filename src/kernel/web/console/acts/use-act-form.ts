import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { inputDefinition } from '#kernel/engine/definition/act.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { ApiError, type WireRefusal } from '../client/api.ts'
import { documentApi, type DocumentDetail } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'
import { chooseRefusalText, pageText } from '../client/i18n.ts'
import { createIntent, underIntent } from '../client/intent.ts'
import { notify } from '../client/live/notices.ts'
import { staleAfterAction } from '../client/query-keys.ts'
import { headerOf, heldName, newDraft, textsOf } from '../form/draft/draft.ts'
import { useFormOptions } from '../form/form-options.ts'
import type { FormSpec } from '../form/form-spec.ts'
import { withChoice } from '../form/options.ts'
import type { Values } from '../sheet/sheet-columns.ts'

/** An act that is being filled in: the same at both widths, which draw its fields. */
export interface ActFormProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
  readonly action: string
  readonly onClose: () => void
}

/** The input of an act. It survives a reload and a refusal; fields that depend on the document find its values. */
export function useActForm({ definition, detail, action, onClose }: ActFormProps) {
  const { document: shown } = detail
  const form = useMemo(() => inputDefinition(definition, action)!, [definition, action])
  const kept = `act:${action} ${shown.id}`
  const [values, setValues] = useState<Values>(() => ({ ...textsOf(form.fields, {}), ...keptOf(kept) }))
  const [refusals, setRefusals] = useState<readonly WireRefusal[]>([])
  /** How often it was refused. */
  const [refused, setRefused] = useState(0)
  const [failure, setFailure] = useState<unknown>(null)
  const [isRunning, setRunning] = useState(false)
  const [intent] = useState(createIntent)
  // Two taps may come before the button is drawn anew.
  const isLocked = useRef(false)
  const box = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  useEffect(() => sessionStorage.setItem(kept, JSON.stringify(values)), [kept, values])

  // Whoever does not see the page hears the first mistake.
  useEffect(() => {
    if (refused > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])
  const header = useMemo(() => ({ ...textsOf(definition.fields, shown), ...values }), [definition, shown, values])
  const spec: FormSpec = { definition: form, useStart: () => null }
  const options = useFormOptions(spec, header)
  const change = (name: string, value: string): void => {
    const next = withChoice(options.fields, header, name, value)
    setValues(Object.fromEntries(Object.keys(values).map((field) => [field, next[field] ?? ''])))
    setRefusals((before) => before.filter(({ field }) => field === undefined || heldName(form.fields, field) !== name))
  }
  const refresh = () => {
    const isStale = staleAfterAction([definition.name, ...(definition.changes ?? [])])
    return client.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey) })
  }
  const send = async (): Promise<void> => {
    if (isLocked.current) return
    isLocked.current = true
    setRunning(true)
    setFailure(null)
    const input = headerOf(form, newDraft(values))
    const body = { id: shown.id, version: shown.version, input }
    try {
      await underIntent(intent, [action, body], (idempotencyKey) =>
        documentApi(definition).act(action, body, { idempotencyKey, handles: true }),
      )
      sessionStorage.removeItem(kept)
      const decision = documentTexts(definition).text(`actions.${action}`)
      notify('success', pageText('approval.done', { no: shown.no, decision }))
      onClose()
      await refresh()
    } catch (cause) {
      const named = cause instanceof ApiError ? cause.refusals.filter(({ field }) => field !== undefined) : []
      setRefusals(named)
      setRefused((before) => before + 1)
      setFailure(named.length > 0 ? null : cause)
      // Somebody else was faster: the input stays, and the next attempt is about the document as it is now.
      if (cause instanceof ApiError && cause.status === 409) await refresh()
    } finally {
      isLocked.current = false
      setRunning(false)
    }
  }
  const errors: Record<string, string> = {}
  for (const refusal of refusals) errors[heldName(form.fields, refusal.field!)] ??= chooseRefusalText(refusal)
  return { box, spec, options, draft: newDraft(header), errors, failure, isRunning, change, send }
}

function keptOf(name: string): Values {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}') as Values
  } catch {
    return {}
  }
}
