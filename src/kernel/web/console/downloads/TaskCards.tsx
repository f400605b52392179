import { formatTime } from '#kernel/web/ui/time.ts'
import { pageText } from '../client/i18n.ts'
import { durationMinutes, type DownloadTask } from './downloads-api.ts'
import { type DownloadAction, TaskAction } from './TaskAction.tsx'
import { TaskName } from './TaskName.tsx'
import { Progress, resultText, TaskState, typeText } from './TaskState.tsx'

interface TaskCardsProps {
  readonly tasks: readonly DownloadTask[]
  readonly now: number
  readonly act: DownloadAction
}

/** The tasks as cards where there is no room for a table. */
export function TaskCards({ tasks, now, act }: TaskCardsProps) {
  return (
    <ul className="download-cards">
      {tasks.map((task) => (
        <li key={task.id}>
          <TaskName task={task} />
          <div className="download-card-state">
            <TaskState {...task} />
            <span className="download-card-facts">
              {[
                typeText(task.type),
                formatTime(task.createTime),
                pageText('common.minutes', { minutes: durationMinutes(task, now) }),
              ].join(' · ')}
            </span>
          </div>
          {task.status === 1 && task.phase !== 'checked' ? <Progress task={task} /> : null}
          {resultText(task) ? <p className="download-card-result">{resultText(task)}</p> : null}
          <TaskAction task={task} act={act} />
        </li>
      ))}
    </ul>
  )
}
