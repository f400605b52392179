import { useQuery } from '@tanstack/react-query'
import { post } from '#kernel/web/console/client/api.ts'
import { areaTexts } from '#kernel/web/console/client/i18n.ts'
import type { RecordSectionProps } from '#kernel/web/console/record/record-sections.ts'
import type { AccountRecordTexts } from '../records/records.en.ts'

interface LeavingView {
  readonly tasks: number
  readonly drafts: number
  readonly views: number
  readonly delegations: number
  readonly successorAccount: string | null
  readonly successorName: string | null
}

const text = areaTexts<AccountRecordTexts>('account-records')

/** The effects on a person's tasks and data when they leave, shown in advance. */
export function Leaving({ row, isPhone }: RecordSectionProps) {
  const { data } = useQuery({
    queryKey: ['account', 'leaving', row.id, row.version],
    queryFn: ({ signal }) => post<LeavingView>('/aps/user/leaving', { id: row.id }, { signal, handles: true }),
    enabled: row.state === 'enabled',
  })
  if (!data) return null
  const { successorAccount, successorName, ...counts } = data
  const name = successorName === null ? '' : `${successorName} (${successorAccount})`
  return (
    <section className={isPhone ? 'card' : 'record-facts'}>
      <h3>{text('user.leaving.title')}</h3>
      <p>
        {successorName === null ? text('user.leaving.nobody', counts) : text('user.leaving.goes', { ...counts, name })}
      </p>
      <p>{text('user.leaving.ends', counts)}</p>
    </section>
  )
}
