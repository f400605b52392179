import { useQuery } from '@tanstack/react-query'
import { formatTime, minutesSince } from '#kernel/web/ui/time.ts'
import { TaskList } from '../approval/TaskList.tsx'
import { isPhone, myTasks, taskSummary } from '../client/approval.ts'
import { pageText } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import { durationText } from '../duration.ts'
import { TASKS_PATH } from '../inbox/use-inbox.ts'
import { useNow } from '../use-now.ts'
import { FigureLink, HomeSection } from './HomeSection.tsx'

const SHOWN = 5

/** The person's waiting tasks: how many of each kind, and the oldest. */
export function MyTasksCard() {
  const now = useNow()
  const summary = useQuery({ queryKey: queryKeys.home('taskSummary'), queryFn: taskSummary })
  const oldest = useQuery({ queryKey: queryKeys.home('oldestTasks'), queryFn: () => myTasks('open', 1, SHOWN) })
  const kinds = summary.data ?? []
  const since = kinds[0]?.oldestSince
  const tasks = oldest.data?.records ?? []
  return (
    <HomeSection
      title={pageText('home.waiting')}
      note={
        since ? (
          <span title={formatTime(since)}>
            {pageText('home.oldest', { time: durationText(minutesSince(since, now)) })}
          </span>
        ) : null
      }
      link={{ to: isPhone() ? '/tasks/mobile' : TASKS_PATH, text: pageText('home.allTasks') }}
      error={summary.error ?? oldest.error}
      onRetry={() => {
        void summary.refetch()
        void oldest.refetch()
      }}
    >
      {kinds.length > 0 ? (
        <div className="figures">
          {kinds.map((kind) => (
            <FigureLink
              key={kind.documentType}
              to={`${TASKS_PATH}?${new URLSearchParams({ documentType: kind.documentType })}`}
              value={kind.total}
              label={kind.typeLabel}
            />
          ))}
        </div>
      ) : null}
      {oldest.isSuccess && tasks.length === 0 ? (
        <p className="quiet">{pageText('home.none')}</p>
      ) : oldest.isError ? null : (
        <TaskList tasks={tasks} isLoading={oldest.isPending} />
      )}
    </HomeSection>
  )
}
