import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import { useSession } from '../../shell/session-context.ts'
import { HOME } from '../PhoneMessage.tsx'
import { PhoneLink } from '../PhoneLink.tsx'

const TASKS = '/tasks/mobile'

/** At the top of a document: back to the reader's tasks, or home for whoever has no such page. */
export function BackToTasks() {
  const hasTasks = useSession().menus.some(({ url }) => url === TASKS)
  return (
    <PhoneLink to={hasTasks ? TASKS : HOME} className="back-link">
      <Icon name="left" size={18} />
      {pageText(hasTasks ? 'tasks.title' : 'shell.home')}
    </PhoneLink>
  )
}
