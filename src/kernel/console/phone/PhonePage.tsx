import { useQuery, useQueryClient } from '@tanstack/react-query'
import Button from 'antd-mobile/es/components/button'
import type { ComponentType, ReactNode } from 'react'
import { Icon } from '#kernel/ui/Icon.tsx'
import { actedText } from '../client/approval.ts'
import { documentApi, type DocumentDetail, formAddress, type NextTask, pageAddress } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'
import { kernelText, pageText } from '../client/i18n.ts'
import { notify } from '../client/notices.ts'
import { queryKeys, staleAfterAction } from '../client/query-keys.ts'
import { deniedTexts, isDenied } from '../denied.ts'
import type { PageSpec } from '../document/page-spec.ts'
import { Pushes } from '../document/Pushes.tsx'
import { useSession } from '../shell/session-context.ts'
import { goTo, useAddress } from './address.ts'
import { type Act, DecisionBar } from './DecisionBar.tsx'
import { DecisionFacts } from './DecisionFacts.tsx'
import { DocumentDetails } from './DocumentDetails.tsx'
import { DocumentLines } from './DocumentLines.tsx'
import { DocumentSummary } from './DocumentSummary.tsx'
import { Failure } from './Failure.tsx'
import { Fold } from './Fold.tsx'
import { Loading } from './Loading.tsx'
import { HOME, PhoneMessage } from './PhoneMessage.tsx'
import { Timeline } from './Timeline.tsx'
import { usePhoneTitle } from './use-phone-title.ts'
import './action-bar.css'

interface PhonePageProps {
  readonly spec: PageSpec
  /** Sections of this type alone, between its details and its lines. */
  readonly sections?: readonly ComponentType<{ readonly detail: DocumentDetail }>[]
}

/** A document on a phone: the approver's page, and to everyone else who may see it, how it stands. */
export function PhonePage({ spec, sections = [] }: PhonePageProps) {
  const { definition } = spec
  const { query } = useAddress()
  const formInstanceId = query.get('formInstanceId') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail(definition.name, { formInstanceId }),
    queryFn: () => documentApi(definition).detail({ formInstanceId }, { handles: true }),
    staleTime: 0,
  })
  const label = documentTexts(definition).text('label')
  usePhoneTitle(data ? `${data.document.no} ${label}` : label)
  if (isDenied(error)) {
    // It was there a moment ago: as a draft again it is its drafter's alone.
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

interface LoadedProps extends Required<PhonePageProps> {
  readonly detail: DocumentDetail
  readonly query: URLSearchParams
  readonly failure: ReactNode
}

function Loaded({ spec, sections, detail, query, failure }: LoadedProps) {
  const { definition } = spec
  const { document, approval } = detail
  const { user } = useSession()
  const isMineToEdit =
    document.drafter.account === user.userAccount &&
    !document.isEarlierRound &&
    (definition.actions['save']?.from.includes(document.state) ?? false)
  const form = isMineToEdit ? formAddress(definition, 'mobile', document.no) : null
  const hasActions = form !== null || (approval?.allowed.length ?? 0) > 0
  const decision = spec.decisionView?.(detail) ?? null
  return (
    <>
      <main className={hasActions ? 'phone-page has-bar' : 'phone-page'}>
        <DocumentSummary definition={definition} detail={detail} />
        {failure}
        <StateStrip spec={spec} detail={detail} isTask={query.get('taskId') !== null} />
        {decision ? <DecisionFacts definition={definition} view={decision} zone={document.timezone} /> : null}
        {query.get('hideDetail') === '1' ? null : (
          <>
            <DocumentDetails definition={definition} detail={detail} />
            <Pushes definition={definition} detail={detail} />
            {sections.map((Section, at) => (
              // A definition's sections never change places.
              // oxlint-disable-next-line react/no-array-index-key
              <Section key={at} detail={detail} />
            ))}
            <DocumentLines spec={spec} detail={detail} decision={decision} />
          </>
        )}
        {approval ? (
          <Fold title={pageText('approval.timeline')} isOpenAtFirst>
            <Timeline approval={approval} zone={document.timezone} />
          </Fold>
        ) : null}
      </main>
      {form === null ? null : (
        <footer className="action-bar">
          <Button block color="primary" onClick={() => goTo(form)}>
            {pageText('form.edit')}
          </Button>
        </footer>
      )}
      <Decisions spec={spec} detail={detail} />
    </>
  )
}

/** A link to a task that is done, or to an earlier round, says so and shows how it ended. */
function StateStrip({
  spec: { definition },
  detail: { document, approval },
  isTask,
}: {
  readonly spec: PageSpec
  readonly detail: DocumentDetail
  readonly isTask: boolean
}) {
  if (!approval || approval.myTask || !(isTask || document.isEarlierRound)) return null
  const state =
    approval.state === 'running' || approval.state in definition.states
      ? documentTexts(definition).state(approval.state === 'running' ? document.state : approval.state)
      : kernelText(`approval.states.${approval.state}`)
  return (
    <p className="strip" role="status">
      <Icon name="info" />
      <span>
        {document.isEarlierRound ? `${pageText('document.earlier')} ` : ''}
        {pageText(approval.state === 'running' ? 'approval.notMine' : 'approval.finished', { state })}
      </span>
    </p>
  )
}

function Decisions({ spec, detail }: { readonly spec: PageSpec; readonly detail: DocumentDetail }) {
  const { definition } = spec
  const { document, approval, contentHash } = detail
  const cache = useQueryClient()
  const isStale = staleAfterAction([definition.name, ...(definition.changes ?? [])])
  const refresh = () => cache.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey) })
  const api = documentApi(definition)
  if (!approval || !contentHash) return null
  const { formInstanceId } = approval
  const acted = (act: Act, next: NextTask | null): void => {
    void refresh()
    notify('success', actedText(document.no, act))
    if (act !== 'withdraw') goTo(addressOfNext(spec, next), 'replace')
  }
  return (
    <DecisionBar
      approval={approval}
      contentHash={contentHash}
      decide={(decision, body, key) => api.decide(decision, body, { idempotencyKey: key, handles: true })}
      withdraw={(opinion, key) =>
        api.withdraw(
          { formInstanceId, version: document.version, ...(opinion ? { opinion } : {}) },
          { idempotencyKey: key, handles: true },
        )
      }
      onActed={acted}
      onStale={() => void refresh()}
    />
  )
}

/** The next task of the same kind opens by itself; others, and none, lead to the list. */
function addressOfNext({ definition }: PageSpec, next: NextTask | null): string {
  return next?.docType === definition.name ? pageAddress(definition, 'mobile', next.formInstanceId, next.taskId) : HOME
}
