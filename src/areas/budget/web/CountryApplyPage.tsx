import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { pageText } from '#kernel/console/client/i18n.ts'
import { queryKeys } from '#kernel/console/client/query-keys.ts'
import { useSession } from '#kernel/console/shell/session-context.ts'
import { useTab } from '#kernel/console/shell/tab-context.ts'
import { Denied } from '#kernel/console/Denied.tsx'
import { isDenied } from '#kernel/console/denied.ts'
import { ErrorStrip, OptionsFailed } from '#kernel/console/Strip.tsx'
import { draftOf, newDraft, valuesOf } from './application-form.ts'
import { ApplyForm } from './ApplyForm.tsx'
import { approvalAddress } from './budget-addresses.ts'
import { budgetApi } from './budget-api.ts'
import { useAreas } from './budget-options.ts'
import { budgetText, pageLabel } from './budget-texts.ts'
import { keptDraft } from './use-application.ts'

/** Grant or revoke: a new application, or one's own draft or rejected one. */
export default function CountryApplyPage() {
  const [query] = useSearchParams()
  const tab = useTab()
  const [kept] = useState(() => keptDraft(tab.key))
  const applyNo = query.get('applyNo')
  if (kept) return <ApplyForm initial={kept} isEditing={kept.id !== null} />
  return applyNo ? <Existing no={applyNo} /> : <New query={query} />
}

function New({ query }: { readonly query: URLSearchParams }) {
  const areas = useAreas()
  const codes = (query.get('countryBudgetCodes') ?? '').split(',').filter(Boolean)
  const wanted = newDraft(query)
  const area =
    areas.options.find((option) =>
      wanted.header.areaId ? option.value === wanted.header.areaId : option.idcCode === wanted.header.idcCode,
    ) ?? areas.options[0]
  const budgets = useQuery({
    queryKey: queryKeys.list('budgetLine', ['chosen', codes.join(',')]),
    queryFn: () => budgetApi.lines(area?.idcCode ?? '', { page: 1, limit: 200, budgetCode: codes }),
    enabled: codes.length > 0 && area !== undefined,
  })
  if (areas.onRetry) return <OptionsFailed onRetry={areas.onRetry} />
  if (!area || (codes.length > 0 && budgets.isPending))
    return <div className="pane-loading" role="status" aria-label={pageText('common.loading')} />
  const lines = budgets.data?.records ?? []
  const [first] = lines
  const header = {
    ...wanted.header,
    idcCode: area.idcCode,
    areaId: area.value,
    currency: area.currency,
    ...(first
      ? {
          year: String(first.year),
          month: String(first.month),
          budgetDeptCode: first.budgetDeptCode,
          projectPoolCode: first.projectPoolCode,
          productClass: first.productClass,
          currency: first.currency,
        }
      : {}),
  }
  return (
    <ApplyForm
      initial={{ ...wanted, header, lines: lines.map((line) => valuesOf({ ...line, amount: '' })) }}
      isEditing={false}
    />
  )
}

function Existing({ no }: { readonly no: string }) {
  const { user } = useSession()
  const detail = useQuery({
    queryKey: queryKeys.detail('countryBudget', ['edit', no]),
    queryFn: ({ signal }) => budgetApi.detail({ no }, { signal, handles: true }),
    // Read once for this form: what is typed must not be replaced under the person's hands.
    staleTime: Infinity,
    gcTime: 0,
  })
  if (isDenied(detail.error)) return <Denied error={detail.error} />
  if (detail.isError)
    return <ErrorStrip error={detail.error} text={(reason) => reason} onRetry={() => void detail.refetch()} />
  if (!detail.data) return <div className="pane-loading" role="status" aria-label={pageText('common.loading')} />
  const { document } = detail.data
  const isMine = document.drafter.account === user.userAccount
  if (isMine && (document.state === 'draft' || document.state === 'rejected'))
    return <ApplyForm initial={draftOf(document)} isEditing />
  const state = budgetText(`documents.countryBudget.states.${document.state}`)
  return (
    <div className="message-page">
      <h1>
        {isMine ? pageLabel('closedForEdit', { state }) : pageLabel('onlyDrafter', { name: document.drafter.name })}
      </h1>
      {document.formInstanceId ? <Link to={approvalAddress(document.formInstanceId)}>{pageLabel('open')}</Link> : null}
    </div>
  )
}
