import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { DecisionBar } from '../approval/DecisionBar.tsx'
import { Timeline } from '../approval/Timeline.tsx'
import type { Approval } from '../client/approval.ts'
import { documentApi, type DocumentDetail, formAddress } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'
import { kernelText, pageText } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import { useSession } from '../shell/session-context.ts'
import { useTabTitle } from '../shell/tab-context.ts'
import { Denied } from '../Denied.tsx'
import { isDenied } from '../denied.ts'
import { ErrorStrip, Strip } from '../Strip.tsx'
import { DecisionFacts } from './DecisionFacts.tsx'
import { DocumentFacts } from './DocumentFacts.tsx'
import { DocumentHead } from './DocumentHead.tsx'
import { DocumentLines } from './DocumentLines.tsx'
import { usePageButtons } from './page-buttons.ts'
import type { PageSpec } from './page-spec.ts'
import { Pushes } from './Pushes.tsx'
import { useDecisions } from './use-decisions.ts'
import './document.css'

export interface SectionProps<Facts = unknown> {
  readonly detail: DocumentDetail<Facts>
}

interface DocumentPageProps {
  readonly spec: PageSpec
  /** Sections of this type alone, between its facts and its lines. */
  readonly sections?: readonly ComponentType<SectionProps>[]
}

/** One document as its approvers, its drafter and its readers see it. A finished one shows how it ended. */
export function DocumentPage({ spec, sections = [] }: DocumentPageProps) {
  const [query] = useSearchParams()
  const { definition } = spec
  const formInstanceId = query.get('formInstanceId') ?? ''
  const isShort = ['1', 'true'].includes(query.get('hideDetail') ?? '')
  const detail = useQuery({
    queryKey: queryKeys.detail(definition.name, formInstanceId),
    queryFn: ({ signal }) => documentApi(definition).detail({ formInstanceId }, { signal, handles: true }),
    staleTime: 0,
  })
  // Beside the document, not after it: what may be done is there when it shows.
  const holds = usePageButtons()
  useTabTitle(detail.data?.document.no)
  if (detail.isError && !detail.data) return <NotShown error={detail.error} onRetry={() => void detail.refetch()} />
  if (!detail.data) return <div className="pane-loading" role="status" aria-label={pageText('common.loading')} />
  return <Loaded spec={spec} sections={sections} detail={detail.data} isShort={isShort} holds={holds} />
}

function NotShown({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (isDenied(error)) return <Denied error={error} />
  return <ErrorStrip error={error} text={(reason) => reason} onRetry={onRetry} />
}

interface LoadedProps extends Required<DocumentPageProps> {
  readonly detail: DocumentDetail
  readonly isShort: boolean
  readonly holds: ((code: string) => boolean) | null
}

function Loaded({ spec, sections, detail, isShort, holds }: LoadedProps) {
  const { definition } = spec
  const { document, approval } = detail
  const { user } = useSession()
  const { decide, withdraw } = useDecisions(spec, detail)
  const save = definition.actions['save']
  const mayEdit =
    document.drafter.account === user.userAccount &&
    !document.isEarlierRound &&
    (save?.from.includes(document.state) ?? false) &&
    (holds?.(save?.right ?? '') ?? false)
  const decision = spec.decisionView?.(detail) ?? null
  return (
    <div className="document">
      <div className="document-main">
        <DocumentHead
          definition={definition}
          detail={detail}
          editAddress={mayEdit ? formAddress(definition, 'pc', document.no) : null}
        />
        <div className="approval-page">
          <div className="approval-content">
            <StateStrips spec={spec} detail={detail} />
            {isShort ? null : <DocumentFacts definition={definition} detail={detail} />}
            <Pushes definition={definition} detail={detail} />
            {decision ? <DecisionFacts definition={definition} view={decision} zone={document.timezone} /> : null}
            {sections.map((Section, at) => (
              // A definition's sections never change places.
              // oxlint-disable-next-line react/no-array-index-key
              <Section key={at} detail={detail} />
            ))}
            <DocumentLines spec={spec} detail={detail} decision={decision} />
          </div>
          {approval ? <Timeline approval={approval} zone={document.timezone} /> : null}
        </div>
      </div>
      {approval ? (
        <DecisionBar
          key={approval.myTask?.taskId ?? ''}
          approval={permittedOnly(spec, approval, holds)}
          onDecide={decide}
          onWithdraw={withdraw}
        />
      ) : null}
    </div>
  )
}

/** How it ended, and that a link may be of a round that was followed by another. */
function StateStrips({ spec: { definition }, detail }: { readonly spec: PageSpec; readonly detail: DocumentDetail }) {
  const { document, approval } = detail
  const round = Number(document.formInstanceId?.split('-')[1])
  if (document.isEarlierRound && document.formInstanceId)
    return (
      <Strip
        kind="info"
        action={
          <Link to={`${definition.pages.pc}?${new URLSearchParams({ formInstanceId: `${document.id}-${round + 1}` })}`}>
            {pageText('document.latest')}
          </Link>
        }
      >
        {pageText('document.earlier')} {finishedText(definition, approval)}
      </Strip>
    )
  const text = finishedText(definition, approval)
  return text ? <Strip kind="info">{text}</Strip> : null
}

function finishedText(definition: PageSpec['definition'], approval: Approval | null): ReactNode {
  if (!approval || approval.state === 'running') return null
  const state =
    approval.state in definition.states
      ? documentTexts(definition).state(approval.state)
      : kernelText(`approval.states.${approval.state}`)
  return pageText('approval.finished', { state })
}

/** Buttons of actions whose right the person does not hold are not shown; the server refuses them anyway. */
function permittedOnly(
  { definition }: PageSpec,
  approval: Approval,
  holds: ((code: string) => boolean) | null,
): Approval {
  const allowed = approval.allowed.filter((action) => holds?.(definition.actions[action]?.right ?? '') ?? false)
  return { ...approval, allowed }
}
