import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { EffectView } from '#kernel/engine/definition/effect.ts'
import { post } from '../client/api.ts'
import { createIntent, underIntent } from '../client/intent.ts'
import { staleAfterAction } from '../client/query-keys.ts'
import './pushes.css'

/** Retries a failed push, or all that failed of the document; the server says who may. */
export function RetryFlow({
  definition,
  formInstanceId,
  push,
  label,
  name,
}: {
  readonly definition: AnyDefinition
  readonly formInstanceId: string
  readonly push?: Pick<EffectView, 'effect' | 'receiver'>
  readonly label: string
  /** What is retried: added to the accessible name of the button. */
  readonly name?: string
}) {
  const cache = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const [intent] = useState(createIntent)
  const send = async (): Promise<void> => {
    if (isRunning) return
    setRunning(true)
    const { effect, receiver } = push ?? {}
    const body = { formInstanceId, ...(effect ? { effect } : {}), ...(receiver ? { receiver } : {}) }
    try {
      await underIntent(intent, body, (idempotencyKey) => post('/aps/common/flow/retry', body, { idempotencyKey }))
    } catch {
      // The call has shown the error.
    }
    await cache.invalidateQueries({ predicate: ({ queryKey }) => staleAfterAction([definition.name])(queryKey) })
    setRunning(false)
  }
  return (
    <button
      type="button"
      className="push-again"
      disabled={isRunning}
      aria-label={name && `${label}: ${name}`}
      onClick={() => void send()}
    >
      {label}
    </button>
  )
}
