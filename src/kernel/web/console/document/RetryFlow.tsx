import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { post } from '../client/api.ts'
import { createIntent, underIntent } from '../client/intent.ts'
import { staleAfterAction } from '../client/query-keys.ts'
import './pushes.css'

/** Retries failed effects; the server says who may. */
export function RetryFlow({
  definition,
  formInstanceId,
  label,
}: {
  readonly definition: AnyDefinition
  readonly formInstanceId: string
  readonly label: string
}) {
  const cache = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const [intent] = useState(createIntent)
  const send = async (): Promise<void> => {
    if (isRunning) return
    setRunning(true)
    const body = { formInstanceId }
    try {
      await underIntent(intent, body, (idempotencyKey) => post('/aps/common/flow/retry', body, { idempotencyKey }))
    } catch {
      // The call has shown the error.
    }
    await cache.invalidateQueries({ predicate: ({ queryKey }) => staleAfterAction([definition.name])(queryKey) })
    setRunning(false)
  }
  return (
    <button type="button" className="push-again" disabled={isRunning} onClick={() => void send()}>
      {label}
    </button>
  )
}
