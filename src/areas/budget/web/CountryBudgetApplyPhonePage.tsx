import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { areaTexts, pageText } from '#kernel/console/client/i18n.ts'
import { queryKeys } from '#kernel/console/client/query-keys.ts'
import { deniedTexts, isDenied } from '#kernel/console/denied.ts'
import { goTo, useAddress } from '#kernel/console/phone/address.ts'
import { Loading } from '#kernel/console/phone/Loading.tsx'
import { HOME, PhoneMessage } from '#kernel/console/phone/PhoneMessage.tsx'
import { useSession } from '#kernel/console/shell/session-context.ts'
import { countryBudget } from '../country-budget.doc.ts'
import type { BudgetTexts } from '../locale/en.ts'
import { ApplyFormPhone } from './ApplyFormPhone.tsx'
import { budgetApi, type ApplyType, type CountryBudget } from './budget-api.ts'
import { type AreaOption, useAreas } from './budget-options.ts'
import { draftOf, draftOfBudgets, newDraft } from './phone-draft.ts'

const t = areaTexts<BudgetTexts>('budget')

/** Grant or revoke on a phone: an empty form, a stored draft by its number, or budgets that were selected in the list. */
export default function CountryBudgetApplyPhonePage() {
  const { query } = useAddress()
  const applyNo = query.get('applyNo')
  const areas = useAreas()
  const [today] = useState(() => new Date())
  if (areas.isLoading) return <Loading />
  if (applyNo) return <StoredDraft no={applyNo} areas={areas.options} />
  const applyType: ApplyType = query.get('applyType') === 'revoke' ? 'revoke' : 'grant'
  const area = areaOf(areas.options, query.get('topAreaId'), query.get('idcCode'))
  const codes = (query.get('countryBudgetCodes') ?? '').split(',').filter(Boolean)
  if (codes.length > 0 && area)
    return <OfBudgets codes={codes} applyType={applyType} area={area} areas={areas.options} today={today} />
  return <ApplyFormPhone initial={newDraft(applyType, area, today)} stored={null} areas={areas.options} />
}

function areaOf(areas: readonly AreaOption[], areaId: string | null, idcCode: string | null): AreaOption | undefined {
  const named = areas.find((area) => area.value === areaId) ?? areas.find((area) => area.idcCode === idcCode)
  return named ?? (areas.length === 1 ? areas[0] : undefined)
}

function StoredDraft({ no, areas }: { readonly no: string; readonly areas: readonly AreaOption[] }) {
  const { user } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail(countryBudget.name, { no }),
    queryFn: () => budgetApi.detail({ no }, { handles: true }),
    // What is typed here is newer than any answer: the form reads it once.
    staleTime: Infinity,
    gcTime: 0,
  })
  const document = data?.document
  const isEditable = document !== undefined && ['draft', 'rejected'].includes(document.state)
  const approvalAddress = document && !isEditable ? addressOfApproval(document) : null
  useEffect(() => {
    if (approvalAddress) goTo(approvalAddress, 'replace')
  }, [approvalAddress])
  if (isDenied(error)) return <PhoneMessage {...deniedTexts(error)} home={HOME} />
  if (error)
    return (
      <PhoneMessage
        title={error.message}
        action={{ text: pageText('common.retry'), act: () => void refetch() }}
        home={HOME}
      />
    )
  if (!data || !document || !isEditable) return <Loading />
  if (document.drafter.account !== user.userAccount) {
    return <PhoneMessage title={t('page.onlyDrafter', { name: document.drafter.name })} home={HOME} />
  }
  return <ApplyFormPhone initial={draftOf(document)} stored={document} areas={areas} names={data.names} />
}

function addressOfApproval(document: CountryBudget): string {
  return `${countryBudget.pages.mobile}?formInstanceId=${encodeURIComponent(document.formInstanceId ?? '')}`
}

interface OfBudgetsProps {
  readonly codes: readonly string[]
  readonly applyType: ApplyType
  readonly area: AreaOption
  readonly areas: readonly AreaOption[]
  readonly today: Date
}

function OfBudgets({ codes, applyType, area, areas, today }: OfBudgetsProps) {
  const { data, isLoading } = useQuery({
    queryKey: queryKeys.list('budgetLine', { idc: area.idcCode, codes }),
    queryFn: () => budgetApi.lines(area.idcCode, { page: 1, limit: 50, budgetCode: codes }),
    staleTime: Infinity,
  })
  if (isLoading) return <Loading />
  return (
    <ApplyFormPhone
      initial={draftOfBudgets(newDraft(applyType, area, today), data?.records ?? [])}
      stored={null}
      areas={areas}
    />
  )
}
