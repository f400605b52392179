import { useQuery, useQueryClient } from '@tanstack/react-query'
import Button from 'antd-mobile/es/components/button'
import { areaTexts, pageText } from '#kernel/console/client/i18n.ts'
import { notify } from '#kernel/console/client/notices.ts'
import { queryKeys, staleAfterAction } from '#kernel/console/client/query-keys.ts'
import { deniedTexts, isDenied } from '#kernel/console/denied.ts'
import { goTo, useAddress } from '#kernel/console/phone/address.ts'
import { type Act, DecisionBar, type NextTask } from '#kernel/console/phone/DecisionBar.tsx'
import { Failure } from '#kernel/console/phone/Failure.tsx'
import { Fold } from '#kernel/console/phone/Fold.tsx'
import { Loading } from '#kernel/console/phone/Loading.tsx'
import { HOME, PhoneMessage } from '#kernel/console/phone/PhoneMessage.tsx'
import { Timeline } from '#kernel/console/phone/Timeline.tsx'
import { usePhoneTitle } from '#kernel/console/phone/use-phone-title.ts'
import { useSession } from '#kernel/console/shell/session-context.ts'
import { Icon } from '#kernel/ui/Icon.tsx'
import { countryBudget } from '../country-budget.doc.ts'
import type { BudgetTexts } from '../locale/en.ts'
import { budgetApi, type CountryBudget, type CountryBudgetDetail } from './budget-api.ts'
import { DecisionFactsPhone } from './DecisionFactsPhone.tsx'
import { DetailPhone } from './DetailPhone.tsx'
import { LinesPhone } from './LinesPhone.tsx'
import { SummaryPhone } from './SummaryPhone.tsx'
import '#kernel/console/phone/action-bar.css'

const t = areaTexts<BudgetTexts>('budget')

/** The approver's page on a phone; to everyone else who may see the application, how it stands. */
export default function CountryBudgetApprovalPhonePage() {
  const { query } = useAddress()
  const formInstanceId = query.get('formInstanceId') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail(countryBudget.name, { formInstanceId }),
    queryFn: () => budgetApi.detail({ formInstanceId }, { handles: true }),
    staleTime: 0,
  })
  const label = t('documents.countryBudget.label')
  usePhoneTitle(data ? `${data.document.no} ${label}` : label)
  if (isDenied(error)) {
    // It was there a moment ago: as a draft again it is its drafter's alone.
    if (data) return <PhoneMessage title={t('page.phone.gone')} home={HOME} />
    return <PhoneMessage {...deniedTexts(error)} home={HOME} />
  }
  if (!data && error)
    return (
      <PhoneMessage
        title={error.message}
        action={{ text: pageText('common.retry'), act: () => void refetch() }}
        home={HOME}
      />
    )
  if (!data) return <Loading />
  return (
    <Loaded
      detail={data}
      taskId={query.get('taskId')}
      hidesDetail={query.get('hideDetail') === '1'}
      failure={error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
    />
  )
}

interface LoadedProps {
  readonly detail: CountryBudgetDetail
  readonly taskId: string | null
  readonly hidesDetail: boolean
  readonly failure: React.ReactNode
}

function Loaded({ detail, taskId, hidesDetail, failure }: LoadedProps) {
  const { document, approval, contentHash, decisionFacts } = detail
  const cache = useQueryClient()
  const isStale = staleAfterAction([countryBudget.name])
  const refresh = () => cache.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey) })
  const acted = (act: Act, next: NextTask | null): void => {
    void refresh()
    notify('success', pageText('approval.done', { decision: t(`documents.countryBudget.actions.${act}`) }))
    if (act !== 'withdraw') goTo(addressOfNext(next), 'replace')
  }
  const { user } = useSession()
  const isMineToEdit =
    document.drafter.account === user.userAccount && (document.state === 'draft' || document.state === 'rejected')
  const hasActions = isMineToEdit || (approval?.allowed.length ?? 0) > 0
  return (
    <>
      <main className={hasActions ? 'phone-page has-bar' : 'phone-page'}>
        <SummaryPhone detail={detail} />
        {failure}
        {approval && taskId && !approval.myTask ? (
          <p className="strip" role="status">
            <Icon name="info" />
            {pageText(approval.state === 'running' ? 'approval.notMine' : 'approval.finished', {
              state:
                approval.state === 'withdrawn'
                  ? pageText('approval.decisions.withdraw')
                  : t(`documents.countryBudget.states.${document.state}`),
            })}
          </p>
        ) : null}
        {decisionFacts && document.state === 'underApproval' ? (
          <DecisionFactsPhone detail={detail} facts={decisionFacts} />
        ) : null}
        {hidesDetail ? null : (
          <>
            <DetailPhone detail={detail} />
            <LinesPhone detail={detail} />
          </>
        )}
        {approval ? (
          <Fold title={pageText('approval.timeline')} isOpenAtFirst>
            <Timeline approval={approval} zone={document.timezone} />
          </Fold>
        ) : null}
      </main>
      {isMineToEdit ? (
        <footer className="action-bar">
          <Button block color="primary" onClick={() => goTo(addressOfForm(document))}>
            {t('page.edit')}
          </Button>
        </footer>
      ) : null}
      {approval && contentHash ? (
        <DecisionBar
          approval={approval}
          contentHash={contentHash}
          decide={(decision, body, key) => budgetApi.decide(decision, body, { idempotencyKey: key, handles: [409] })}
          withdraw={(opinion, key) =>
            budgetApi.withdraw(
              { formInstanceId: approval.formInstanceId, version: document.version, ...(opinion ? { opinion } : {}) },
              { idempotencyKey: key, handles: [409] },
            )
          }
          onActed={acted}
          onStale={() => void refresh()}
        />
      ) : null}
    </>
  )
}

function addressOfForm({ no, idcCode, areaId, applyType }: CountryBudget): string {
  return `/budget/mobile/country/apply?${new URLSearchParams({ applyNo: no, idcCode, topAreaId: String(areaId), applyType })}`
}

/** The next task of the same kind opens by itself; others, and none, lead to the list. */
function addressOfNext(next: NextTask | null): string {
  if (next?.docType !== countryBudget.name) return HOME
  return `${countryBudget.pages.mobile}?${new URLSearchParams({ formInstanceId: next.formInstanceId, taskId: next.taskId })}`
}
