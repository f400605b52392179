import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Icon, isIconName } from '#kernel/ui/Icon.tsx'
import { myTasks } from '../client/approval.ts'
import { pageText } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import { TaskList } from '../approval/TaskList.tsx'
import { menuTitle } from './menu-tree.ts'
import { useSession } from './session-context.ts'
import { HOME_PATH } from './tabs.ts'
import './home-page.css'

const SHOWN = 10

/** What waits for the person, and the ways on. */
export default function HomePage() {
  const { user, menus } = useSession()
  const tasksMenu = menus.find((menu) => menu.url === '/tasks/pc')
  const links = menus
    .filter((menu) => menu.url && !menu.hidden && menu.url !== HOME_PATH)
    .toSorted((a, b) => a.sortIndex - b.sortIndex)
  return (
    <div className="home">
      <h1>{pageText('home.greeting', { name: user.userName })}</h1>
      <div className="home-columns">
        {tasksMenu ? <Waiting /> : null}
        {links.length > 0 ? (
          <nav className="home-links" aria-label={pageText('home.links')}>
            <h2>{pageText('home.links')}</h2>
            {links.map((menu) => (
              <Link key={menu.code} to={menu.url}>
                <Icon name={isIconName(menu.icon) ? menu.icon : 'list'} />
                {menuTitle(menu)}
              </Link>
            ))}
          </nav>
        ) : null}
      </div>
    </div>
  )
}

function Waiting() {
  const { data, isPending } = useQuery({
    queryKey: queryKeys.tasks('open', 1, SHOWN),
    queryFn: () => myTasks('open', 1, SHOWN),
  })
  const tasks = data?.records ?? []
  return (
    <section className="home-waiting" aria-labelledby="home-waiting">
      <div className="section-head">
        <h2 id="home-waiting">
          {pageText('home.waiting')}
          {data?.recordTotal ? <span className="count">{data.recordTotal}</span> : null}
        </h2>
        <Link to="/tasks/pc">{pageText('home.allTasks')}</Link>
      </div>
      {!isPending && tasks.length === 0 ? (
        <p className="quiet">{pageText('home.none')}</p>
      ) : (
        <TaskList tasks={tasks} isLoading={isPending} />
      )}
    </section>
  )
}
