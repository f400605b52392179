import { pageText } from '../client/i18n.ts'
import { countText } from './count-text.ts'
import { useAtRest } from '../client/at-rest.ts'
import { useInbox } from './use-inbox.ts'
import './task-count.css'

/** The number of waiting tasks beside the label; hidden at zero. */
export function TaskCount() {
  const { total } = useInbox(useAtRest())
  if (!total) return null
  return (
    <span className="task-count" title={pageText('inbox.waiting', { count: total })}>
      <span aria-hidden="true">{countText(total)}</span>
      <span className="unseen">{pageText('inbox.waiting', { count: total })}</span>
    </span>
  )
}
