import { formatTime } from '#kernel/ui/time.ts'
import type { DownloadTask } from './downloads-api.ts'
import { Progress, TaskState } from './TaskState.tsx'
import { type Act, TaskAction } from './TaskAction.tsx'

/** The tasks where a table has no room: one under the other, everything in sight. */
export function TaskCards({ tasks, act }: { readonly tasks: readonly DownloadTask[]; readonly act: Act }) {
  return (
    <ul className="download-cards">
      {tasks.map((task) => (
        <li key={task.id}>
          <strong>{task.name}</strong>
          <div>
            <TaskState {...task} />
            <time dateTime={task.createTime}>{formatTime(task.createTime)}</time>
          </div>
          <div>
            {task.status === 1 ? <Progress task={task} /> : <span className="quiet">{task.resultDescr}</span>}
            <TaskAction task={task} act={act} />
          </div>
        </li>
      ))}
    </ul>
  )
}
