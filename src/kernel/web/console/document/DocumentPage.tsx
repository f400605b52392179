import { ChangedForm, ChangedSince } from '../approval/SeldomChanges.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { AfterDecision } from '../approval/AfterDecision.tsx'
import { changesByPlace, ChangesContext } from '../approval/Changed.tsx'
import { DecisionBar } from '../approval/verbs/DecisionBar.tsx'
import { DialogFrame } from '../approval/verbs/DialogFrame.tsx'
import { flowText } from '../approval/flow-text.ts'
import { ReadingVerbs } from '../approval/verbs/ReadingVerbs.tsx'
import { Timeline } from '../approval/Timeline.tsx'
import { useLook } from '../approval/use-look.ts'
import type { Approval } from '../client/approval.ts'
import { documentApi, type DocumentDetail, formAddress, copyAddress, pageAddress } from '../client/document-api.ts'
import { pageText } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import { submitRight } from '../form/may-raise.ts'
import { newDocumentId } from '../shell/tabs/tab-key.ts'
import { useSession } from '../shell/session-context.ts'
import { useLazyDialog } from '../session/use-lazy-dialog.ts'
import { useTabTitle } from '../shell/tabs/tab-context.ts'
import { ExportButton } from '../downloads/ExportButton.tsx'
import { Denied } from '../Denied.tsx'
import { isDenied } from '../denied.ts'
import { ErrorBanner } from '../Banner.tsx'
import { DecisionFacts } from './DecisionFacts.tsx'
import { DocumentFacts } from './DocumentFacts.tsx'
import { DocumentHead } from './DocumentHead.tsx'
import { Lines } from './DocumentLines.tsx'
import { Made } from './Made.tsx'
import { usePageButtons } from './page-buttons.ts'
import { type DocumentPageSpec, hasLinesFirst, type SectionProps } from './page-spec.ts'
import { Reserve } from './Reserve.tsx'
import { Pushes } from './Pushes.tsx'
import { hidesDetail } from './hides-detail.ts'
import { useFresh } from './use-fresh.ts'
import { usePageActs } from './use-page-acts.ts'
import { DocumentAttachments } from '../attachments/DocumentAttachments.tsx'
import './document.css'

/** Lazy-loaded: possible duplicates are rare. */

const DeskDuplicate = lazy(() =>
  import('../duplicates/DeskDuplicate.tsx').then((module) => ({ default: module.DeskDuplicate })),
)

/** Lazy-loaded: most documents end with their approval. */
const DeskActs = lazy(() => import('../acts/DeskActs.tsx').then((module) => ({ default: module.DeskActs })))

/** Lazy-loaded: most documents have an approval. */
const History = lazy(() => import('../approval/History.tsx').then((module) => ({ default: module.History })))

/** Lazy-loaded: a document in approval has not ended. */
const Ended = lazy(() => import('../approval/Ended.tsx').then((module) => ({ default: module.Ended })))

interface DocumentPageProps {
  readonly spec: DocumentPageSpec
  /** Sections of this type between its facts and its lines. */
  readonly sections?: readonly ComponentType<SectionProps>[]
}

/** One document for its approvers, drafter and readers. A finished one shows how it ended. */
export function DocumentPage({ spec, sections = [] }: DocumentPageProps) {
  const [query] = useSearchParams()
  const { definition } = spec
  const formInstanceId = query.get('formInstanceId') ?? ''
  // Links of the budget pages identify the document by number (spec section 2).
  const no = query.get('applyNo') ?? ''
  const isShort = hidesDetail(query)
  const detail = useQuery({
    queryKey: queryKeys.detail(definition.name, formInstanceId || { no }),
    queryFn: ({ signal }) =>
      documentApi(definition).detail(formInstanceId || !no ? { formInstanceId } : { no }, { signal, handles: true }),
    staleTime: 0,
  })
  useFresh(() => void detail.refetch())
  // Loaded in parallel with the document, so that the buttons appear with it.
  const locks = usePageButtons()
  useTabTitle(detail.data?.document.no)
  if (detail.isError && !detail.data) return <NotShown error={detail.error} onRetry={() => void detail.refetch()} />
  if (!detail.data) return <div className="pane-loading" role="status" aria-label={pageText('common.loading')} />
  return (
    <Loaded
      spec={spec}
      sections={sections}
      detail={detail.data}
      isShort={isShort}
      isTask={query.get('taskId') !== null}
      locks={locks}
    />
  )
}

function NotShown({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (isDenied(error)) return <Denied error={error} />
  return <ErrorBanner error={error} text={(reason) => reason} onRetry={onRetry} />
}

const deskLink = (address: string, text: string) => <Link to={address}>{text}</Link>

interface LoadedProps extends Required<DocumentPageProps> {
  readonly detail: DocumentDetail
  readonly isShort: boolean
  /** The link is of a task. */
  readonly isTask: boolean
  readonly locks: ((code: string) => boolean) | null
}

function Loaded({ spec, sections, detail, isShort, isTask, locks }: LoadedProps) {
  const { definition } = spec
  const { document, approval } = detail
  const { user } = useSession()
  const page = usePageActs(spec, detail)
  const [copyId] = useState(newDocumentId)
  useLook(detail)
  const changes = useMemo(() => changesByPlace(approval?.changedSince?.changes), [approval])
  const save = definition.actions['save']
  const mayEdit =
    document.drafter.account === user.userAccount &&
    !document.isEarlierRound &&
    (save?.from.includes(document.state) ?? false) &&
    (locks?.(save?.right ?? '') ?? false)
  const permitted = approval ? permittedOnly(spec, approval, locks) : null
  const acts = actsOf(spec, detail)
  return (
    <div className="document">
      <div className="document-main">
        <AfterDecision formInstanceId={approval?.myTask ? approval.formInstanceId : undefined} link={deskLink} />
        <DocumentHead
          definition={definition}
          detail={detail}
          editAddress={mayEdit ? formAddress(definition, 'pc', document.no) : null}
          copyAddress={
            save && locks?.(submitRight(definition)) ? copyAddress(definition, 'pc', document.no, copyId) : null
          }
        />
        <ChangesContext value={changes}>
          <div className="approval-page">
            {permitted ? (
              <Timeline
                approval={permitted}
                zone={document.timezone}
                title={pageText('approval.timeline')}
                roundLink={(round, text) => (
                  <Link to={pageAddress(definition, 'pc', `${document.id}-${round}`)}>{text}</Link>
                )}
                tools={<RecordExport formInstanceId={permitted.formInstanceId} />}
              >
                <RouteButton detail={detail} />
                <ReadingVerbs approval={permitted} onVerb={page.ask} />
              </Timeline>
            ) : null}
            {document.history ? (
              <Suspense fallback={null}>
                <History definition={definition} acts={document.history} zone={document.timezone} />
              </Suspense>
            ) : null}
            <div className="approval-content">
              <Content spec={spec} sections={sections} detail={detail} isShort={isShort} isTask={isTask} />
            </div>
          </div>
        </ChangesContext>
      </div>
      {permitted ? (
        <DecisionBar
          key={permitted.myTask?.taskId ?? ''}
          definition={definition}
          approval={permitted}
          acts={page.acts}
          onVerb={page.ask}
        >
          {acts}
        </DecisionBar>
      ) : acts ? (
        <div className="action-bar">
          <div className="action-bar-end">{acts}</div>
        </div>
      ) : null}
      {page.asked && page.Dialog ? (
        <page.Dialog
          Frame={DialogFrame}
          definition={definition}
          verb={page.asked.verb}
          detail={detail}
          isRunning={page.acts.running !== null}
          failure={page.acts.failure}
          {...(page.asked.opinion === undefined ? {} : { opinion: page.asked.opinion })}
          onAct={page.acts.act}
          onClose={page.close}
        />
      ) : null}
      <ChangedForm acts={page.acts} Frame={DialogFrame} onReload={page.showRound} />
    </div>
  )
}

/** Buttons of the document's own acts. */
function actsOf({ definition }: DocumentPageSpec, detail: DocumentDetail) {
  if (!detail.document.acts) return null
  return (
    <Suspense fallback={null}>
      <DeskActs definition={definition} detail={detail} />
    </Suspense>
  )
}

function RecordExport({ formInstanceId }: { readonly formInstanceId: string }) {
  return <ExportButton path="/aps/bpm/form/record/export" right="approval.task.export" filters={{ formInstanceId }} />
}

/** What the document says, with the figures to decide on. */
function Content({ spec, sections, detail, isShort, isTask }: Omit<LoadedProps, 'locks'>) {
  const { definition } = spec
  const { document, approval } = detail
  const decision = spec.decisionView?.(detail) ?? null
  const isFirst = hasLinesFirst(spec, detail)
  return (
    <>
      <HowEnded spec={spec} detail={detail} isTask={isTask} />
      {definition.duplicates ? (
        <Suspense fallback={null}>
          <DeskDuplicate definition={definition} detail={detail} />
        </Suspense>
      ) : null}
      <Reserve definition={definition} detail={detail} />
      <ChangedSince difference={approval?.changedSince ?? null} zone={document.timezone} />
      {isShort ? null : <Facts spec={spec} detail={detail} />}
      {decision ? <DecisionFacts view={decision} zone={document.timezone} Source={spec.Source} /> : null}
      {isShort ? null : (
        <>
          {isFirst ? null : <Sections sections={sections} detail={detail} />}
          <Lines spec={spec} detail={detail} decision={decision} />
          {isFirst ? <Sections sections={sections} detail={detail} /> : null}
          <DocumentAttachments detail={detail} />
        </>
      )}
    </>
  )
}

/** What it says, and what follows from it. */
function Facts({ spec, detail }: Pick<LoadedProps, 'spec' | 'detail'>) {
  const { definition } = spec
  return (
    <>
      <DocumentFacts definition={definition} detail={detail} />
      <Made spec={spec} detail={detail} />
      <Pushes definition={definition} detail={detail} />
    </>
  )
}

function Sections({ sections, detail }: Pick<LoadedProps, 'sections' | 'detail'>) {
  return sections.map((Section, at) => (
    // A definition's sections never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <Suspense key={at} fallback={null}>
      <Section detail={detail} Export={ExportButton} />
    </Suspense>
  ))
}

const loadRouteDialog = () => import('../approval/RouteDialog.tsx').then((module) => module.RouteDialog)

/** Opens the picture of the route, which would push down what is to be decided on. */
function RouteButton({ detail: { document, approval } }: { readonly detail: DocumentDetail }) {
  const route = useLazyDialog(loadRouteDialog)
  if (!approval) return null
  return (
    <div className="route-open">
      <button type="button" className="timeline-tool" onClick={route.open}>
        {flowText('pictureOpen')}
      </button>
      {route.Dialog ? (
        <route.Dialog steps={approval.steps} drafter={document.drafter} state={approval.state} onClose={route.close} />
      ) : null}
    </div>
  )
}

/** Shows how the approval ended, with a link to the newest round; or that the linked task no longer belongs to the reader. */
function HowEnded({
  spec: { definition },
  detail: { document, approval },
  isTask,
}: {
  readonly spec: DocumentPageSpec
  readonly detail: DocumentDetail
  readonly isTask: boolean
}) {
  if (!approval) return null
  if (approval.state === 'running')
    return isTask && !approval.myTask ? (
      <p className="banner banner-info" role="status">
        <Icon name="info" />
        <span>{pageText('approval.notMine')}</span>
      </p>
    ) : null
  const { newestFormInstanceId: newest } = document
  return (
    <Suspense fallback={null}>
      <Ended
        definition={definition}
        approval={approval}
        present={document.isEarlierRound ? undefined : document.state}
        zone={document.timezone}
        newest={
          document.isEarlierRound && newest ? (
            <Link to={pageAddress(definition, 'pc', newest)}>{pageText('document.latest')}</Link>
          ) : null
        }
      />
    </Suspense>
  )
}

/**
 * Buttons without the person's right are hidden; the server refuses them anyway. For verbs common to all types the
 * server says which are allowed.
 */
function permittedOnly(
  { definition }: DocumentPageSpec,
  approval: Approval,
  locks: ((code: string) => boolean) | null,
): Approval {
  const isPermitted = (verb: string): boolean => {
    const right = definition.actions[verb]?.right
    return right === undefined || (locks?.(right) ?? false)
  }
  return { ...approval, allowed: approval.allowed.filter(isPermitted) }
}
