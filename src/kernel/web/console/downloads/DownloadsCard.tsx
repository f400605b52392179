import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatTime } from '#kernel/web/ui/time.ts'
import { pageText } from '../client/i18n.ts'
import { DESK } from '../home/desk.tsx'
import { HomeSection } from '../home/HomeSection.tsx'
import { importAddress } from '../imports/import-api.ts'
import {
  downloadKeys,
  downloadsApi,
  type DownloadTask,
  isWaiting,
  saveFile,
  type TaskQuestion,
} from './downloads-api.ts'
import { Progress, TaskState } from './TaskState.tsx'
import './downloads-card.css'

const SHOWN = 3
const LATEST = { page: 1, limit: 10 } as const

const useTasks = (question: TaskQuestion) =>
  useQuery({
    queryKey: downloadKeys.page(question),
    queryFn: ({ signal }) => downloadsApi.page(question, { signal, handles: true }),
  })

/** Running and finished downloads; hidden for people without any. */
export function DownloadsCard() {
  const latest = useTasks(LATEST)
  const tasks = latest.data?.records ?? []
  if (tasks.length === 0 && !latest.isError) return null
  return (
    <HomeSection
      title={pageText('downloads.title')}
      device={DESK}
      link={{ to: '/download/center', text: pageText('home.all') }}
      error={latest.error}
      onRetry={() => void latest.refetch()}
    >
      <ul className="downloads-card">
        {tasks.slice(0, SHOWN).map((task) => (
          <li key={task.id}>
            <Name task={task} />
            <TaskState {...task} />
            {task.status === 1 && !isWaiting(task) ? (
              <Progress task={task} />
            ) : (
              <time dateTime={task.updateTime}>{formatTime(task.updateTime)}</time>
            )}
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

function Name({ task }: { readonly task: DownloadTask }) {
  if (task.importId)
    return (
      <Link className="downloads-card-name" to={importAddress(task.importId)}>
        {task.name}
      </Link>
    )
  if (task.fileKey === null) return <span className="downloads-card-name">{task.name}</span>
  return (
    <button
      type="button"
      className="link-button downloads-card-name"
      aria-label={`${pageText('downloads.fetch')}: ${task.name}`}
      onClick={() => void saveFile(task).catch(() => undefined)}
    >
      {task.name}
    </button>
  )
}
