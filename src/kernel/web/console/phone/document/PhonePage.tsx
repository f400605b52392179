import { ChangedForm, ChangedSince } from '../../approval/SeldomChanges.tsx'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd-mobile/es/components/button'
import { type ComponentType, lazy, type ReactNode, Suspense, useMemo } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { AfterDecision } from '../../approval/AfterDecision.tsx'
import { changesByPlace, ChangesContext } from '../../approval/Changed.tsx'
import { isRefused } from '../../approval/ended-by.ts'
import { flowText } from '../../approval/flow-text.ts'
import { ReadingVerbs } from '../../approval/verbs/ReadingVerbs.tsx'
import { Timeline } from '../../approval/Timeline.tsx'
import { useLook } from '../../approval/use-look.ts'
import type { PageVerb } from '../../approval/verbs/verb-spec.ts'
import type { Approval } from '../../client/approval.ts'
import { AttachmentList } from '../../attachments/AttachmentList.tsx'
import { documentApi, type DocumentDetail, formAddress, pageAddress } from '../../client/document-api.ts'
import { documentTexts } from '../../client/document-texts.ts'
import { pageText } from '../../client/i18n.ts'
import { queryKeys } from '../../client/query-keys.ts'
import { deniedTexts, isDenied } from '../../denied.ts'
import { type DocumentPageSpec, hasLinesFirst } from '../../document/page-spec.ts'
import { hidesDetail } from '../../document/hides-detail.ts'
import { Reserve } from '../../document/Reserve.tsx'
import { Pushes } from '../../document/Pushes.tsx'
import { useFresh } from '../../document/use-fresh.ts'
import { useSession } from '../../shell/session-context.ts'
import { goTo, useAddress } from '../address.ts'
import { DecisionBar, hasBar } from './DecisionBar.tsx'
import { DecisionFacts } from './DecisionFacts.tsx'
import { DocumentDetails } from './DocumentDetails.tsx'
import { DocumentLines } from './DocumentLines.tsx'
import { DocumentSummary } from './DocumentSummary.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Collapsible } from '../parts/Collapsible.tsx'
import { Loading } from '../parts/Loading.tsx'
import { HOME, PhoneMessage } from '../PhoneMessage.tsx'
import { PhoneLink } from '../PhoneLink.tsx'
import { SheetFrame } from '../parts/SheetFrame.tsx'
import { usePhoneActs } from './use-phone-acts.ts'
import { useLiveStream } from '../use-live-stream.ts'
import { usePhoneTitle } from '../use-phone-title.ts'
import '../action-bar.css'

/** Lazy-loaded: collapsed at first, and not needed for the decision. */
const RoutePicture = lazy(() =>
  import('../../approval/RoutePicture.tsx').then((module) => ({ default: module.RoutePicture })),
)

/** Lazy-loaded: most documents have an approval. */
const History = lazy(() => import('../../approval/History.tsx').then((module) => ({ default: module.History })))

/** Lazy-loaded: a document in approval has not ended. */
const Ended = lazy(() => import('../../approval/Ended.tsx').then((module) => ({ default: module.Ended })))

/** Lazy-loaded: most documents end with their approval. */
const PhoneActs = lazy(() => import('./PhoneActs.tsx').then((module) => ({ default: module.PhoneActs })))

/** Lazy-loaded: only an approved document made something. */
const Made = lazy(() => import('./Made.tsx').then((module) => ({ default: module.Made })))

/** Lazy-loaded: possible duplicates are rare. */
const PhoneDuplicate = lazy(() =>
  import('../../duplicates/PhoneDuplicate.tsx').then((module) => ({ default: module.PhoneDuplicate })),
)

/** Lazy-loaded: few documents have further tables. */
const DocumentTables = lazy(() =>
  import('../../document/DocumentTables.tsx').then((module) => ({ default: module.DocumentTables })),
)

interface PhonePageProps {
  readonly spec: DocumentPageSpec
  /** Sections of this type between its details and its lines. */
  readonly sections?: readonly ComponentType<{ readonly detail: DocumentDetail }>[]
}

/** A document on a phone: for approvers, and for everyone else who may see it. */
export function PhonePage({ spec, sections = [] }: PhonePageProps) {
  const { definition } = spec
  const { query } = useAddress()
  const formInstanceId = query.get('formInstanceId') ?? ''
  const no = query.get('applyNo')
  // Links of the budget pages identify the document by number (spec section 2).
  const named = formInstanceId || !no ? { formInstanceId } : { no }
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail(definition.name, named),
    queryFn: () => documentApi(definition).detail(named, { handles: true }),
    staleTime: 0,
  })
  useLiveStream()
  useFresh(() => void refetch())
  const label = documentTexts(definition).text('label')
  usePhoneTitle(data ? `${data.document.no} ${label}` : label)
  if (isDenied(error)) {
    // It was visible a moment ago: as a draft again it is its drafter's alone.
    if (data) return <PhoneMessage title={pageText('document.gone')} home={HOME} />
    return <PhoneMessage {...deniedTexts(error)} home={HOME} />
  }
  if (!data && error) {
    const action = { text: pageText('common.retry'), act: () => void refetch() }
    return <PhoneMessage title={error.message} action={action} home={HOME} />
  }
  if (!data) return <Loading />
  return (
    <Loaded
      spec={spec}
      sections={sections}
      detail={data}
      query={query}
      failure={error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
    />
  )
}

const phoneLink = (address: string, text: string) => <PhoneLink to={address}>{text}</PhoneLink>

interface LoadedProps extends Required<PhonePageProps> {
  readonly detail: DocumentDetail
  readonly query: URLSearchParams
  readonly failure: ReactNode
}

function EditBar({ address }: { readonly address: string }) {
  return (
    <footer className="action-bar">
      <Button block color="primary" onClick={() => goTo(address)}>
        {pageText('form.edit')}
      </Button>
    </footer>
  )
}

function Sections({ sections, detail }: Pick<LoadedProps, 'sections' | 'detail'>) {
  return sections.map((Section, at) => (
    // A definition's sections never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <Suspense key={at} fallback={null}>
      <Section detail={detail} />
    </Suspense>
  ))
}

function Loaded({ spec, sections, detail, query, failure }: LoadedProps) {
  const { definition } = spec
  const { document, approval } = detail
  const { user } = useSession()
  const page = usePhoneActs(spec, detail)
  useLook(detail)
  const changes = useMemo(() => changesByPlace(approval?.changedSince?.changes), [approval])
  const isMineToEdit =
    document.drafter.account === user.userAccount &&
    !document.isEarlierRound &&
    (definition.actions['save']?.from.includes(document.state) ?? false)
  const form = isMineToEdit ? formAddress(definition, 'mobile', document.no) : null
  const hasActions = form !== null || (approval !== null && hasBar(approval)) || document.acts !== undefined
  const decision = spec.decisionView?.(detail) ?? null
  const made = detail.approval?.state === 'approved' ? (spec.made?.(detail, 'mobile') ?? []) : []
  const acts = actsOf(spec, detail)
  const isFirst = hasLinesFirst(spec, detail)
  const lines = <DocumentLines spec={spec} detail={detail} decision={decision} />
  const own = <Sections sections={sections} detail={detail} />
  return (
    <>
      <main className={hasActions ? 'phone-page has-bar' : 'phone-page'}>
        <AfterDecision formInstanceId={approval?.myTask ? approval.formInstanceId : undefined} link={phoneLink} />
        <DocumentSummary definition={definition} detail={detail} />
        {failure}
        <Reserve definition={definition} detail={detail} />
        <StateBanner spec={spec} detail={detail} isTask={query.get('taskId') !== null} />
        {definition.duplicates ? (
          <Suspense fallback={null}>
            <PhoneDuplicate definition={definition} detail={detail} />
          </Suspense>
        ) : null}
        <ChangedSince difference={approval?.changedSince ?? null} zone={document.timezone} />
        {decision ? <DecisionFacts view={decision} zone={document.timezone} Source={spec.Source} /> : null}
        <ChangesContext value={changes}>
          {hidesDetail(query) ? null : (
            <>
              {isFirst ? lines : null}
              {isFirst ? own : null}
              <DocumentDetails definition={definition} detail={detail} />
              {made.length > 0 ? (
                <Suspense fallback={null}>
                  <Made made={made} />
                </Suspense>
              ) : null}
              <Pushes definition={definition} detail={detail} />
              {isFirst ? null : own}
              <Attachments detail={detail} />
              {isFirst ? null : lines}
              {definition.tables ? (
                <Suspense fallback={null}>
                  <DocumentTables Lines={DocumentLines} spec={spec} detail={detail} />
                </Suspense>
              ) : null}
            </>
          )}
        </ChangesContext>
        {approval ? <ApprovalFolds spec={spec} detail={detail} approval={approval} onVerb={page.ask} /> : null}
        {historyOf(spec, detail)}
      </main>
      {form === null ? null : <EditBar address={form} />}
      {approval && form === null ? (
        <DecisionBar approval={approval} acts={page.acts} onVerb={page.ask}>
          {acts}
        </DecisionBar>
      ) : acts && form === null ? (
        <footer className="action-bar">{acts}</footer>
      ) : null}
      {page.asked && page.Sheet ? (
        <page.Sheet
          Frame={SheetFrame}
          isPhone
          definition={definition}
          verb={page.asked}
          detail={detail}
          isRunning={page.acts.running !== null}
          failure={page.acts.failure}
          onAct={page.acts.act}
          onClose={page.close}
        />
      ) : null}
      <ChangedForm acts={page.acts} Frame={SheetFrame} onReload={page.showRound} />
    </>
  )
}

/** Buttons of the document's own acts. */
function actsOf({ definition }: DocumentPageSpec, detail: DocumentDetail): ReactNode {
  if (!detail.document.acts) return null
  return (
    <Suspense fallback={null}>
      <PhoneActs definition={definition} detail={detail} />
    </Suspense>
  )
}

/** What was done to a document without an approval. */
function historyOf({ definition }: DocumentPageSpec, { document }: DocumentDetail): ReactNode {
  if (!document.history) return null
  return (
    <Suspense fallback={null}>
      <History definition={definition} acts={document.history} zone={document.timezone} />
    </Suspense>
  )
}

interface ApprovalFoldsProps {
  readonly spec: DocumentPageSpec
  readonly detail: DocumentDetail
  readonly approval: Approval
  readonly onVerb: (verb: PageVerb) => void
}

function ApprovalFolds({ spec: { definition }, detail: { document }, approval, onVerb }: ApprovalFoldsProps) {
  return (
    <>
      <Collapsible title={flowText('picture')}>
        <Suspense fallback={null}>
          <RoutePicture steps={approval.steps} drafter={document.drafter} state={approval.state} />
        </Suspense>
      </Collapsible>
      <Collapsible title={pageText('approval.timeline')} isOpenAtFirst>
        <Timeline
          approval={approval}
          zone={document.timezone}
          roundLink={(round, text) => (
            <PhoneLink to={pageAddress(definition, 'mobile', `${document.id}-${round}`)}>{text}</PhoneLink>
          )}
        >
          <ReadingVerbs approval={approval} onVerb={onVerb} />
        </Timeline>
      </Collapsible>
    </>
  )
}

function Attachments({ detail: { document } }: { readonly detail: DocumentDetail }) {
  const files = document.attachments ?? []
  if (files.length === 0) return null
  return (
    <Collapsible title={pageText('attachments.title')} aside={files.length} isOpenAtFirst>
      <AttachmentList files={files} />
    </Collapsible>
  )
}

/** A refusal, or how the round of a link to a finished task or an earlier round ended. */
function StateBanner({
  spec: { definition },
  detail: { document, approval },
  isTask,
}: {
  readonly spec: DocumentPageSpec
  readonly detail: DocumentDetail
  readonly isTask: boolean
}) {
  if (!approval || approval.myTask) return null
  const isOver = approval.state !== 'running'
  if (!isTask && !document.isEarlierRound && !(isOver && isRefused(approval))) return null
  if (isOver)
    return (
      <Suspense fallback={null}>
        <Ended
          definition={definition}
          approval={approval}
          present={document.isEarlierRound ? undefined : document.state}
          zone={document.timezone}
          newest={
            document.isEarlierRound && document.newestFormInstanceId ? (
              <PhoneLink className="newest-link" to={pageAddress(definition, 'mobile', document.newestFormInstanceId)}>
                {pageText('document.latest')}
              </PhoneLink>
            ) : null
          }
        />
      </Suspense>
    )
  return (
    <p className="banner" role="status">
      <Icon name="info" />
      <span>{pageText('approval.notMine')}</span>
    </p>
  )
}
