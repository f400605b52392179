import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportMode, ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { ApiError } from '../client/api.ts'
import { createIntent, underIntent } from '../client/intent.ts'
import { notify } from '../client/live/notices.ts'
import { downloadKeys } from '../downloads/downloads-api.ts'
import { importApi, importKeys, isStale, type PlainAct } from './import-api.ts'
import { importText } from './import-text.ts'
import { watchImport } from './started-imports.ts'

/** Refusals that the page shows itself. */
const handles: readonly number[] = [400, 409, 429]

export type ActName = PlainAct | 'run'

interface ImportActs {
  /** The act awaiting its answer. */
  readonly acting: ActName | null
  readonly run: (mode: ImportMode, reason?: string) => Promise<boolean>
  /** False where it was refused; the server's reason was shown, or is handled. */
  readonly act: (name: PlainAct, reason?: string) => Promise<boolean>
  /** Refusal of the last act, where the page shows it. */
  readonly refusal: string | null
}

/** The acts on a run, each once for each intent. `isTold`: a message says how it ended, to whoever is elsewhere by then. */
export function useImportActs(run: ImportRunView, isTold = true): ImportActs {
  const client = useQueryClient()
  const [acting, setActing] = useState<ActName | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [intent] = useState(createIntent)
  const { importId, version } = run
  const send = async (name: ActName, content: object, call: (idempotencyKey: string) => Promise<unknown>) => {
    if (acting !== null) return false
    setActing(name)
    setRefusal(null)
    try {
      await underIntent(intent, { name, ...content }, call)
      if (isTold) watchImport(run.taskId, importId)
      return true
    } catch (cause) {
      if (isStale(cause)) notify('warning', importText('run.conflict'))
      else if (cause instanceof ApiError && handles.includes(cause.status)) setRefusal(cause.message)
      return false
    } finally {
      // Enabled only when the current state is known: a button that has worked must not be pressed again.
      await client.invalidateQueries({ queryKey: importKeys.run(importId) })
      void client.invalidateQueries({ queryKey: downloadKeys.all })
      setActing(null)
    }
  }
  return {
    acting,
    refusal,
    run: (mode, reason) => {
      const body = { importId, version, mode, ...(reason === undefined ? {} : { reason }) }
      return send('run', body, (idempotencyKey) => importApi.run(body, { idempotencyKey, handles }))
    },
    act: (name, reason) => {
      const body = { importId, version, ...(reason === undefined ? {} : { reason }) }
      return send(name, body, (idempotencyKey) => importApi.act(name, body, { idempotencyKey, handles }))
    },
  }
}
