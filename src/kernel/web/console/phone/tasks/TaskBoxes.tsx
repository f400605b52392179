import { useQuery } from '@tanstack/react-query'
import { type Box, BOXES } from '#kernel/services/tasks/inbox-wire.ts'
import { taskText } from '../../tasks/task-texts.ts'
import { tasksApi } from '../../tasks/tasks-api.ts'
import { ChoiceSet } from '../form/ChoiceSet.tsx'

interface TaskBoxesProps {
  readonly box: Box
  /** Of the box as it is filtered; null where it is not, because settings that wait for a second person count as well. */
  readonly total: number | null
  readonly onBox: (box: Box) => void
}

/** How many wait in each box. */
export function useBoxCounts() {
  return useQuery({ queryKey: ['tasks', 'boxes'], queryFn: tasksApi.boxes }).data
}

/** The boxes to choose from, with how many stand in each. */
export function TaskBoxes({ box, total, onBox }: TaskBoxesProps) {
  const counts = useBoxCounts()
  const boxes = BOXES.filter((each) => each !== 'all' || counts?.hasAll || box === 'all')
  const waiting = { open: counts?.open, copies: counts?.copiesUnread, mine: counts?.mineRunning, done: 0, all: 0 }
  return (
    <ChoiceSet
      className="task-boxes"
      label={taskText('boxesLabel')}
      options={boxes.map((each) => {
        const count = (each === box ? total : null) ?? waiting[each]
        const label = (
          <>
            {taskText(`boxes.${each}`)}
            {count ? <b>{count}</b> : null}
          </>
        )
        return { value: each, label }
      })}
      value={box}
      onChange={onBox}
    />
  )
}
