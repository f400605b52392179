import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { kernelText, pageText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { reserveLook } from '#kernel/engine/reserve/reserve-look.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import type { BoardEvent, BoardRow } from '#kernel/services/reserve-confirmation/board-wire.ts'
import { type Description, DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import { Deadline } from './Deadline.tsx'
import { repairApi } from './repair-api.web.ts'
import { reserveAddress, typeText } from './repair-types.web.ts'
import { repairText } from './repair-texts.web.ts'
import '#kernel/web/console/document/document.css'

interface ReserveDrawerProps {
  readonly id: string
  /** Null: the reader may not retry. */
  readonly onRetry: ((row: BoardRow) => void) | null
  readonly onClose: () => void
}

/** One reserve: its state, owner, and history of requests and answers. */
export function ReserveDrawer({ id, onRetry, onClose }: ReserveDrawerProps) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('documentReserve', id),
    queryFn: ({ signal }) => repairApi.detail(id, { signal, handles: true }),
    staleTime: 0,
  })
  const row = data?.reserve
  const address = row ? reserveAddress(row) : null
  return (
    <Dialog
      shape="drawer"
      width={560}
      title={row?.no ?? repairText('title')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        row?.mayRetry && onRetry ? (
          <Button type="primary" onClick={() => onRetry(row)}>
            {repairText('retry')}
          </Button>
        ) : undefined
      }
    >
      {data && row ? (
        <div className="reserve-drawer">
          <p>
            <StateMark colour={reserveLook.states[row.state]} text={kernelText(`reserveStates.${row.state}`)} />
          </p>
          {row.reason ? <p className="reserve-why">{row.reason}</p> : null}
          <Facts row={row} />
          {address ? (
            <p>
              <Link to={address}>{repairText('open')}</Link>
            </p>
          ) : null}
          <h3>{repairText('history')}</h3>
          <History events={data.history} />
        </div>
      ) : error ? (
        <ErrorBanner
          error={error}
          text={(reason) => pageText('list.failedFirst', { reason })}
          onRetry={() => void refetch()}
        />
      ) : (
        <p className="quiet">{pageText('common.loading')}</p>
      )}
    </Dialog>
  )
}

function Facts({ row }: { readonly row: BoardRow }) {
  const pairs: readonly Description[] = [
    [repairText('fields.document'), typeText(row.documentType)],
    [repairText('fields.round'), row.round],
    [repairText('fields.organisation'), row.organisation],
    [repairText('fields.owner'), `${row.owner.name} · ${row.owner.account}`],
    [repairText('fields.since'), timeText(row.since)],
    [repairText('fields.attempts'), row.attempts],
    [repairText('fields.next'), row.nextAttemptAt ? timeText(row.nextAttemptAt) : null],
    [repairText('fields.reference'), row.reference],
    [repairText('fields.deadline'), <Deadline key="deadline" row={row} />],
    [repairText('fields.amount'), <Amount key="amount" value={row.amount} currency={row.currency} />],
  ]
  return <DescriptionList pairs={pairs} />
}

function History({ events }: { readonly events: readonly BoardEvent[] }) {
  if (events.length === 0) return <p className="quiet">{repairText('noHistory')}</p>
  return (
    <ol className="reserve-history">
      {events.map(({ at, act, actor, text }) => (
        <li key={`${at} ${act}`}>
          <p>
            {actor ?? repairText('bySystem')} · {kernelText(`approval.decisions.${act as 'retry'}`)}
          </p>
          <p className="quiet">
            <time dateTime={at}>{timeText(at)}</time>
          </p>
          {text ? <p className="reserve-why">{text}</p> : null}
        </li>
      ))}
    </ol>
  )
}
