import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { kernelText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { reserveLook } from '#kernel/engine/reserve/reserve-look.ts'
import { NOT_AT_REST } from '#kernel/engine/reserve/reserve-states.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import { repairApi } from './repair-api.web.ts'
import { repairText } from './repair-texts.web.ts'

/** Refetch interval, because people monitoring want current data. */
const EVERY_MS = 10_000
const BOARD = '/budget/pc/repair'

/** The number in each state with links, and the age of the oldest. */
export function ReserveStates() {
  const { data } = useQuery({
    queryKey: queryKeys.sum('documentReserve', 'states'),
    queryFn: ({ signal }) => repairApi.states({ signal, handles: true }),
    refetchInterval: EVERY_MS,
  })
  const shown = data ? NOT_AT_REST.filter((state) => data[state] > 0) : []
  return (
    <section className="reserve-states" aria-label={repairText('states')}>
      <p className="quiet">{repairText('lead')}</p>
      <p className="reserve-marks">
        {shown.map((state) => (
          <Link key={state} to={`${BOARD}?state=${state}`}>
            <StateMark
              colour={reserveLook.states[state]}
              text={repairText('count', { state: kernelText(`reserveStates.${state}`), count: data?.[state] ?? 0 })}
            />
          </Link>
        ))}
        {data && data.overdue > 0 ? (
          <Link to={`${BOARD}?isOverdue=yes`}>
            <StateMark colour="orange" text={repairText('overdue', { count: data.overdue })} />
          </Link>
        ) : null}
        {data?.oldestSince ? (
          <span className="quiet">{repairText('oldest', { time: formatTime(data.oldestSince) })}</span>
        ) : null}
        {data && shown.length === 0 ? <StateMark colour="green" text={repairText('fine')} /> : null}
      </p>
    </section>
  )
}
