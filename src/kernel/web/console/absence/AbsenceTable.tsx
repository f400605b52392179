import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { DataTable } from '#kernel/web/ui/DataTable.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { formatTime, zoneNote } from '#kernel/web/ui/time.ts'
import { pageText } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'
import { PAGE_SIZES } from '../client/paging.ts'
import { Pager } from '../list/Pager.tsx'
import { useNarrow } from '#kernel/web/ui/use-narrow.ts'
import { ErrorBanner } from '../Banner.tsx'
import { type Absence, absenceApi, absenceKeys, type Whose } from './absence-api.ts'
import { absenceText } from './absence-text.ts'

/** Below this width a table would hide the actions of an absence. */
const NARROW = 860
const COLOURS: Record<Absence['state'], StateColour> = {
  planned: 'blue',
  active: 'orange',
  over: 'grey',
  revoked: 'grey',
}

/** My absences, or those in which I am the substitute, current ones first. */
export function AbsenceTable({ whose }: { readonly whose: Whose }) {
  const [at, setAt] = useState({ page: 1, limit: 20 })
  const [ending, setEnding] = useState<Absence | null>(null)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: absenceKeys.page(whose, at),
    queryFn: ({ signal }) => absenceApi.page(whose, at, { signal, handles: true }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const columns = useMemo(() => absenceColumns(whose, setEnding), [whose])
  const isNarrow = useNarrow(NARROW)
  const records = data?.records ?? []
  const empty = error ? null : (
    <div className="empty">
      <strong>{absenceText(`none.${whose}`)}</strong>
    </div>
  )
  return (
    <>
      {error ? (
        <ErrorBanner
          error={error}
          text={(reason) => pageText(records.length > 0 ? 'list.failed' : 'list.failedFirst', { reason })}
          onRetry={() => void refetch()}
        />
      ) : null}
      {isNarrow && !isPending ? (
        <>
          {records.length === 0 ? empty : null}
          <AbsenceCards absences={records} whose={whose} onEnd={setEnding} />
        </>
      ) : (
        <DataTable
          caption={absenceText(`views.${whose}`)}
          columns={columns}
          rows={records}
          rowKey={(absence) => absence.id}
          isStale={isPlaceholderData}
          skeletonRows={isPending ? 3 : 0}
          empty={empty}
        />
      )}
      {(data?.recordTotal ?? 0) > PAGE_SIZES[0] ? (
        <Pager
          page={at.page}
          limit={at.limit}
          total={data?.recordTotal ?? null}
          isCapped={false}
          mayHaveMore={records.length === at.limit}
          onPage={(page) => setAt({ ...at, page })}
          onLimit={(limit) => setAt({ page: 1, limit })}
        />
      ) : null}
      {ending ? <EndDialog absence={ending} onClose={() => setEnding(null)} /> : null}
    </>
  )
}

/** First and last day; with the time where it begins or ends within a day. */
function periodText({ startsAt, endsAt }: Absence): string {
  const [first, last] = [formatTime(startsAt), formatTime(endsAt)]
  const lastDay = formatTime(new Date(Date.parse(endsAt) - 1).toISOString()).slice(0, 10)
  const period = `${first.replace(MIDNIGHT, '')} – ${MIDNIGHT.test(last) ? lastDay : last}`
  return [period, zoneNote(startsAt)].filter(Boolean).join(' ')
}

const MIDNIGHT = / 00:00$/

/** `Budget application, India, up to 500.00 INR`. */
function mattersText({ documentTypes, organisation, amountLimit, currency }: Absence): string {
  const parts = [
    documentTypes?.map(({ name }) => name).join(' / ') ?? absenceText('everything'),
    organisation?.name ?? (documentTypes ? absenceText('everywhere') : ''),
    amountLimit === null ? '' : absenceText('upTo', { amount: `${formatAmount(amountLimit)} ${currency ?? ''}` }),
  ]
  return parts.filter(Boolean).join(' · ')
}

function mayEnd({ state }: Absence, whose: Whose): boolean {
  return whose !== 'substitute' && (state === 'planned' || state === 'active')
}

function absenceColumns(whose: Whose, onEnd: (absence: Absence) => void): readonly Column<Absence>[] {
  const principal: Column<Absence> = {
    key: 'principal',
    title: absenceText('principal'),
    render: (absence) => absence.principal.name,
  }
  const substitute: Column<Absence> = {
    key: 'substitute',
    title: absenceText('substitute'),
    render: (absence) => absence.substitute.name,
  }
  return [
    ...(whose === 'mine' ? [substitute] : whose === 'substitute' ? [principal] : [principal, substitute]),
    { key: 'period', title: absenceText('period'), render: periodText },
    { key: 'matters', title: absenceText('matters'), render: mattersText },
    { key: 'state', title: absenceText('state'), render: (absence) => <AbsenceState absence={absence} /> },
    {
      key: 'openTasks',
      title: absenceText('openTasks'),
      align: 'right',
      render: (absence) => (absence.openTasks === 0 ? '/' : absence.openTasks),
    },
    { key: 'reason', title: absenceText('reason'), render: (absence) => absence.reason ?? '/' },
    {
      key: 'end',
      title: '',
      render: (absence) => (mayEnd(absence, whose) ? <EndButton absence={absence} onEnd={onEnd} /> : null),
    },
  ]
}

function AbsenceState({ absence }: { readonly absence: Absence }) {
  return <StateMark colour={COLOURS[absence.state]} text={absenceText(`states.${absence.state}`)} />
}

interface EndProps {
  readonly absence: Absence
  readonly onEnd: (absence: Absence) => void
}

function EndButton({ absence, onEnd }: EndProps) {
  return (
    <button type="button" className="link-button" onClick={() => onEnd(absence)}>
      {absenceText('end')}
    </button>
  )
}

interface CardsProps extends Pick<EndProps, 'onEnd'> {
  readonly absences: readonly Absence[]
  readonly whose: Whose
}

/** Cards instead of a table where there is no room for one. */
function AbsenceCards({ absences, whose, onEnd }: CardsProps) {
  return (
    <ul className="absence-cards">
      {absences.map((absence) => (
        <li key={absence.id}>
          <div>
            <strong>
              {whose === 'all'
                ? `${absence.principal.name} → ${absence.substitute.name}`
                : whose === 'mine'
                  ? absence.substitute.name
                  : absence.principal.name}
            </strong>
            <AbsenceState absence={absence} />
          </div>
          <span>{periodText(absence)}</span>
          <div>
            <span className="quiet">{[mattersText(absence), absence.reason].filter(Boolean).join(' · ')}</span>
            {mayEnd(absence, whose) ? <EndButton absence={absence} onEnd={onEnd} /> : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

function EndDialog({ absence, onClose }: { readonly absence: Absence; readonly onClose: () => void }) {
  const [isEnding, setEnding] = useState(false)
  const client = useQueryClient()
  const end = async (): Promise<void> => {
    setEnding(true)
    try {
      await absenceApi.revoke(absence.id)
      notify('success', absenceText('ended'))
    } catch {
      // The call has shown the error; the list shows the current state.
    }
    await client.invalidateQueries({ queryKey: absenceKeys.all })
    onClose()
  }
  return (
    <Dialog
      title={absenceText('endTitle')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      width={420}
      footer={
        <>
          <Button onClick={onClose}>{absenceText('form.cancel')}</Button>
          <Button type="primary" loading={isEnding} onClick={() => void end()}>
            {absenceText('end')}
          </Button>
        </>
      }
    >
      <p>
        {absence.state === 'active'
          ? absenceText('endText', { substitute: absence.substitute.name })
          : absenceText('endPlanned')}
      </p>
    </Dialog>
  )
}
