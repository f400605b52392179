import { useInfiniteQuery } from '@tanstack/react-query'
import Button from 'antd-mobile/es/components/button'
import PullToRefresh from 'antd-mobile/es/components/pull-to-refresh'
import { useState } from 'react'
import { Amount } from '#kernel/ui/Amount.tsx'
import { Icon } from '#kernel/ui/Icon.tsx'
import { formatTime, minutesSince } from '#kernel/ui/time.ts'
import { myTasks, type Task } from '../client/approval.ts'
import { kernelText, pageText, runningLanguage } from '../client/i18n.ts'
import { signOut, switchLanguage } from '../client/session.ts'
import { durationText } from '../duration.ts'
import { useSession } from '../shell/session-context.ts'
import { useNow } from '../use-now.ts'
import { Failure } from './Failure.tsx'
import { NewTasks } from './NewTasks.tsx'
import { isDark, toggleTheme } from './phone-theme.ts'
import { PhoneLink } from './PhoneLink.tsx'
import { usePhoneTitle } from './use-phone-title.ts'
import './choice-set.css'
import './loading.css'
import './show-more.css'
import './tasks-phone-page.css'

const PER_PAGE = 20
type Status = 'open' | 'done'

/** My tasks, as cards: the phone's home. */
export default function TasksPhonePage() {
  const [status, setStatus] = useState<Status>('open')
  usePhoneTitle(pageText('tasks.title'))
  const query = useInfiniteQuery({
    queryKey: ['tasks', status, 'phone'],
    queryFn: ({ pageParam }) => myTasks(status, pageParam, PER_PAGE),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * PER_PAGE < (last.recordTotal ?? 0) ? all.length + 1 : undefined),
    staleTime: 0,
  })
  const tasks = query.data?.pages.flatMap((page) => page.records) ?? []
  return (
    <main>
      <PullToRefresh
        onRefresh={async () => {
          await query.refetch()
        }}
        pullingText={pageText('phone.pull')}
        canReleaseText={pageText('phone.release')}
        refreshingText={pageText('common.loading')}
        completeText={pageText('phone.refreshed')}
      >
        <div className="phone-page">
          <Head />
          <div className="choice-set" role="radiogroup" aria-label={pageText('tasks.title')}>
            {(['open', 'done'] as const).map((each) => (
              <label key={each}>
                <input type="radio" name="status" checked={status === each} onChange={() => setStatus(each)} />
                <span>
                  {pageText(`tasks.${each}`)}
                  {each === status && query.data ? <b>{query.data.pages[0]?.recordTotal ?? ''}</b> : null}
                </span>
              </label>
            ))}
          </div>
          <NewTasks readAt={query.dataUpdatedAt} onRefresh={() => void query.refetch()} />
          {query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : null}
          {query.isPending ? <Skeletons /> : null}
          {query.isSuccess && tasks.length === 0 ? (
            <p className="phone-empty">
              <Icon name="check" size={20} />
              {pageText(status === 'open' ? 'tasks.noneOpen' : 'tasks.noneDone')}
            </p>
          ) : null}
          <ul className="cards">
            {tasks.map((task) => (
              <TaskCard key={task.taskId} task={task} />
            ))}
          </ul>
          {query.hasNextPage ? (
            <Button
              block
              fill="none"
              className="show-more"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {pageText('phone.showMore', { count: (query.data?.pages[0]?.recordTotal ?? 0) - tasks.length })}
            </Button>
          ) : null}
          <SignedIn />
        </div>
      </PullToRefresh>
    </main>
  )
}

function Head() {
  const [isDarkNow, setDark] = useState(isDark)
  return (
    <header className="phone-head">
      <h1>{pageText('tasks.title')}</h1>
      <button
        type="button"
        className="phone-icon-button"
        aria-label={pageText(isDarkNow ? 'shell.toLight' : 'shell.toDark')}
        onClick={() => {
          toggleTheme()
          setDark(isDark())
        }}
      >
        <Icon name={isDarkNow ? 'sun' : 'moon'} size={20} />
      </button>
      <button
        type="button"
        className="phone-icon-button phone-language"
        lang={runningLanguage() === 'zh' ? 'en' : 'zh-CN'}
        onClick={() => void switchLanguage(runningLanguage() === 'zh' ? 'en' : 'zh')}
      >
        {runningLanguage() === 'zh' ? 'English' : '中文'}
      </button>
    </header>
  )
}

function TaskCard({ task }: { readonly task: Task }) {
  const now = useNow()
  return (
    <li>
      <PhoneLink to={task.mobileUrl} className="card task-card">
        <span className="task-card-head">
          <strong>{task.title}</strong>
          <span className="quiet">
            {task.endedAt ? formatTime(task.endedAt) : durationText(minutesSince(task.createdAt, now))}
          </span>
        </span>
        <span className="task-card-amount">
          <Amount value={task.amount} currency={task.currency} />
        </span>
        <span className="quiet">
          <span className="code">{task.documentNo}</span> · {task.drafterName} · {task.stepName}
          {task.decision ? ` · ${kernelText(`approval.decisions.${task.decision}`)}` : null}
        </span>
        <span className="task-card-facts">
          {task.facts.slice(0, 3).map((fact) => (
            <span key={fact.label}>
              <span className="quiet">{fact.label}</span> {fact.value}
            </span>
          ))}
        </span>
      </PhoneLink>
    </li>
  )
}

function Skeletons() {
  return (
    <div aria-hidden="true">
      {[0, 1, 2, 3].map((each) => (
        <div key={each} className="phone-skeleton" style={{ height: 124 }} />
      ))}
    </div>
  )
}

function SignedIn() {
  const { user } = useSession()
  return (
    <p className="signed-in">
      <span>
        {user.userName} · {user.userAccount}
      </span>
      <button type="button" onClick={() => void signOut().catch(() => undefined)}>
        {pageText('shell.signOut')}
      </button>
    </p>
  )
}
