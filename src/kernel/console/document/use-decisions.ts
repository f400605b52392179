import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../client/api.ts'
import { actedText } from '../client/approval.ts'
import { documentApi, type DocumentDetail, pageAddress } from '../client/document-api.ts'
import { createIntent, underIntent } from '../client/intent.ts'
import { notify } from '../client/notices.ts'
import { staleAfterAction } from '../client/query-keys.ts'
import { useTab } from '../shell/tab-context.ts'
import type { PageSpec } from './page-spec.ts'

/** Approve, reject and withdraw: bound to the content that was shown, repeated with the same key after a dead network. */
export function useDecisions({ definition }: PageSpec, detail: DocumentDetail) {
  const { document, approval, contentHash } = detail
  const client = useQueryClient()
  const navigate = useNavigate()
  const tab = useTab()
  const [intent] = useState(createIntent)
  const api = documentApi(definition)
  const refresh = (): Promise<void> => {
    const isStale = staleAfterAction([definition.name, ...(definition.changes ?? [])])
    return client.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey) })
  }
  const act = async <T>(content: unknown, run: (key: string) => Promise<T>): Promise<T> => {
    try {
      return await underIntent(intent, content, run)
    } catch (cause) {
      // Someone was faster, or the content changed: show it as it is now before anything is decided.
      if (cause instanceof ApiError && cause.status === 409) {
        notify('warning', cause.message, cause.requestId)
        await refresh()
      }
      throw cause
    }
  }
  return {
    decide: async (decision: 'approve' | 'reject', opinion: string): Promise<void> => {
      const taskId = approval?.myTask?.taskId
      if (!approval || !taskId || contentHash === null) return
      const body = { formInstanceId: approval.formInstanceId, taskId, contentHash, opinion }
      const { nextTask } = await act([decision, body], (idempotencyKey) =>
        api.decide(decision, body, { idempotencyKey, handles: true }),
      )
      notify('success', actedText(document.no, decision))
      await refresh()
      // The next task of the same kind opens by itself; another kind's page is not known here.
      if (nextTask?.docType !== definition.name) return
      tab.closeOnLeave()
      void navigate(pageAddress(definition, 'pc', nextTask.formInstanceId, nextTask.taskId))
    },
    withdraw: async (reason: string): Promise<void> => {
      if (!approval) return
      const { formInstanceId } = approval
      const body = { formInstanceId, version: document.version, ...(reason ? { opinion: reason } : {}) }
      await act(['withdraw', body], (idempotencyKey) => api.withdraw(body, { idempotencyKey, handles: true }))
      notify('success', actedText(document.no, 'withdraw'))
      await refresh()
    },
  }
}
