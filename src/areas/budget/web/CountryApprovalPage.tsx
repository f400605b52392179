import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '#kernel/console/client/api.ts'
import type { Approval } from '#kernel/console/client/approval.ts'
import { pageText } from '#kernel/console/client/i18n.ts'
import { createIntent, underIntent } from '#kernel/console/client/intent.ts'
import { notify } from '#kernel/console/client/notices.ts'
import { queryKeys, staleAfterAction } from '#kernel/console/client/query-keys.ts'
import { DecisionBar } from '#kernel/console/approval/DecisionBar.tsx'
import { Timeline } from '#kernel/console/approval/Timeline.tsx'
import { useButtons, useSession } from '#kernel/console/shell/session-context.ts'
import { useTab, useTabTitle } from '#kernel/console/shell/tab-context.ts'
import { Denied } from '#kernel/console/Denied.tsx'
import { isDenied } from '#kernel/console/denied.ts'
import { ErrorStrip, Strip } from '#kernel/console/Strip.tsx'
import { approvalAddress, editAddress } from './budget-addresses.ts'
import { budgetApi, type CountryBudgetDetail } from './budget-api.ts'
import { budgetText } from './budget-texts.ts'
import { DocumentFacts } from './DocumentFacts.tsx'
import { DocumentHead } from './DocumentHead.tsx'
import { DecisionFactsPanel } from './DecisionFactsPanel.tsx'
import { DocumentLines } from './DocumentLines.tsx'
import '#kernel/console/document/document.css'

/** One application as its approvers, its drafter and its readers see it. A finished one shows how it ended. */
export default function CountryApprovalPage() {
  const [query] = useSearchParams()
  const formInstanceId = query.get('formInstanceId') ?? ''
  const isShort = query.get('hideDetail') === '1' || query.get('hideDetail') === 'true'
  const detail = useQuery({
    queryKey: queryKeys.detail('countryBudget', formInstanceId),
    queryFn: ({ signal }) => budgetApi.detail({ formInstanceId }, { signal, handles: true }),
    staleTime: 0,
  })
  useTabTitle(detail.data?.document.no)
  if (detail.isError && !detail.data) return <NotShown error={detail.error} onRetry={() => void detail.refetch()} />
  if (!detail.data) return <div className="pane-loading" role="status" aria-label={pageText('common.loading')} />
  return <Loaded detail={detail.data} isShort={isShort} />
}

function NotShown({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (isDenied(error)) return <Denied error={error} />
  return <ErrorStrip error={error} text={(reason) => reason} onRetry={onRetry} />
}

function Loaded({ detail, isShort }: { readonly detail: CountryBudgetDetail; readonly isShort: boolean }) {
  const { document, names, approval, decisionFacts } = detail
  const { user } = useSession()
  const buttons = useButtons('budget_country_approval')
  const { decide, withdraw } = useDecisions(detail)
  const isMine = document.drafter.account === user.userAccount
  const mayEdit =
    isMine &&
    (document.state === 'draft' || document.state === 'rejected') &&
    (buttons?.('budget.country.submit') ?? false)
  return (
    <div className="document">
      <div className="document-main">
        <DocumentHead detail={detail} editAddress={mayEdit ? editAddress(document) : null} />
        <div className="approval-page">
          <div className="approval-content">
            {approval && approval.state !== 'running' ? (
              <Strip kind="info">{pageText('approval.finished', { state: outcomeText(approval.state) })}</Strip>
            ) : null}
            {isShort ? null : <DocumentFacts document={document} names={names} />}
            {decisionFacts && document.state === 'underApproval' ? (
              <DecisionFactsPanel document={document} facts={decisionFacts} />
            ) : null}
            <DocumentLines
              document={document}
              names={names}
              facts={document.state === 'underApproval' ? decisionFacts : null}
            />
          </div>
          {approval ? <Timeline approval={approval} zone={document.timezone} /> : null}
        </div>
      </div>
      {approval ? (
        <DecisionBar
          key={approval.myTask?.taskId ?? ''}
          approval={permittedOnly(approval, buttons)}
          onDecide={decide}
          onWithdraw={withdraw}
        />
      ) : null}
    </div>
  )
}

/** Buttons of actions whose right the person does not hold are not shown; the server refuses them anyway. */
function permittedOnly(approval: Approval, holds: ((code: string) => boolean) | null): Approval {
  const rights = {
    approve: 'budget.country.approve',
    reject: 'budget.country.approve',
    withdraw: 'budget.country.submit',
  }
  return { ...approval, allowed: approval.allowed.filter((action) => holds?.(rights[action]) ?? false) }
}

function outcomeText(state: 'approved' | 'rejected' | 'withdrawn'): string {
  return state === 'withdrawn'
    ? pageText('approval.decisions.withdraw')
    : budgetText(`documents.countryBudget.states.${state}`)
}

/** Approve, reject and withdraw: bound to the content that was shown, repeated with the same key after a dead network. */
function useDecisions({ document, approval, contentHash }: CountryBudgetDetail) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const tab = useTab()
  const [intent] = useState(createIntent)
  const refresh = (): Promise<void> =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => staleAfterAction(['countryBudget', 'budgetLine'])(queryKey),
    })
  const act = async <T,>(content: unknown, run: (key: string) => Promise<T>): Promise<T> => {
    try {
      return await underIntent(intent, content, run)
    } catch (cause) {
      // Someone was faster, or the content changed: show it as it is now before anything is decided.
      if (cause instanceof ApiError && cause.status === 409) await refresh()
      throw cause
    }
  }
  return {
    decide: async (decision: 'approve' | 'reject', opinion: string) => {
      const taskId = approval?.myTask?.taskId
      if (!approval || !taskId || contentHash === null) return
      const body = { formInstanceId: approval.formInstanceId, taskId, contentHash, opinion }
      const { nextTask } = await act([decision, body], (idempotencyKey) =>
        budgetApi.decide(decision, body, { idempotencyKey }),
      )
      notify(
        'success',
        pageText('approval.done', {
          decision: pageText(`approval.decisions.${decision === 'approve' ? 'agree' : 'reject'}`),
        }),
      )
      await refresh()
      if (!nextTask) return
      tab.closeOnLeave()
      void navigate(approvalAddress(nextTask.formInstanceId, nextTask.taskId))
    },
    withdraw: async (reason: string) => {
      if (!approval) return
      const body = {
        formInstanceId: approval.formInstanceId,
        version: document.version,
        ...(reason ? { opinion: reason } : {}),
      }
      await act(['withdraw', body], (idempotencyKey) => budgetApi.withdraw(body, { idempotencyKey }))
      notify('success', pageText('approval.done', { decision: pageText('approval.decisions.withdraw') }))
      await refresh()
    },
  }
}
