import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { KIND_GROUPS, type Kind, type KindGroup, KINDS } from '#kernel/services/notify/kinds.ts'
import { PAGE_SIZES } from '../client/paging.ts'
import { ExportButton } from '../downloads/ExportButton.tsx'
import { TextChoice } from '../form/TextChoice.tsx'
import { NewData } from '../list/NewData.tsx'
import { Pager } from '../list/Pager.tsx'
import { ViewPicker } from '../list/views/ViewPicker.tsx'
import { ErrorBanner } from '../Banner.tsx'
import { useNow } from '../use-now.ts'
import { NotificationRow } from './NotificationRow.tsx'
import {
  type Notification,
  NOTIFICATION_SETTINGS_PATH,
  type NotificationQuestion,
  notifyApi,
  notifyKeys,
} from './notify-api.ts'
import { notifyText } from './notify-text.ts'
import { useLatest, useMarks } from './use-notifications.ts'
import './notifications-page.css'

const PAGE_ROWS = 20

/** All notifications of the person; new ones are offered, rows do not move by themselves. */
export default function NotificationsPage() {
  const [query, setQuery] = useSearchParams()
  const question = questionOf(query)
  const now = useNow()
  const marks = useMarks()
  const list = useQuery({
    queryKey: notifyKeys.list(question),
    queryFn: ({ signal }) => notifyApi.page(question, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const { data, error, dataUpdatedAt, isPending, isPlaceholderData } = list
  const records = data?.records ?? []
  const newest = newestOf([...useLatest(true).records, ...records])
  const refetch = (): void => void list.refetch()
  const show = (next: {
    readonly kind?: Kind | undefined
    readonly unread?: boolean
    readonly page?: number
    readonly limit?: number
  }): void => {
    const { kind, unread, page, limit } = { ...question, page: 1, ...next }
    setQuery(
      {
        ...(unread ? { view: 'unread' } : {}),
        ...(kind ? { kind } : {}),
        ...(page > 1 ? { page: String(page) } : {}),
        ...(limit === PAGE_ROWS ? {} : { limit: String(limit) }),
      },
      { replace: true },
    )
  }
  return (
    <div className="notifications">
      <header className="page-head">
        <h1>{notifyText('title')}</h1>
        <div className="page-head-tools">
          <NewData kind="notifications" readAt={dataUpdatedAt} onRefresh={refetch} />
          <ExportButton
            path="/aps/notification/export"
            right="approval.task.export"
            filters={{ kind: question.kind, unread: question.unread }}
          />
          <Button disabled={!newest || data?.unread === 0} onClick={() => newest && marks.markAll(newest)}>
            {notifyText('markAllRead')}
          </Button>
          <Link to={NOTIFICATION_SETTINGS_PATH} className="notification-settings-link">
            {notifyText('settings')}
          </Link>
        </div>
      </header>
      <ViewPicker
        label={notifyText('title')}
        value={question.unread ? 'unread' : 'all'}
        views={[
          { key: 'all', text: notifyText('views.all') },
          { key: 'unread', text: `${notifyText('views.unread')}${data?.unread ? ` ${data.unread}` : ''}` },
        ]}
        onChange={(view) => show({ unread: view === 'unread' })}
      />
      <KindFilter kind={question.kind} onChange={(kind) => show({ kind })} />
      {error ? (
        <ErrorBanner error={error} text={(reason) => notifyText('failed', { reason })} onRetry={refetch} />
      ) : null}
      <ul className="notification-list" aria-busy={isPending || isPlaceholderData}>
        {records.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} now={now} marks={marks} isFull />
        ))}
      </ul>
      {records.length === 0 && data ? (
        <Nothing question={question} onAll={() => setQuery({}, { replace: true })} />
      ) : null}
      <Pager
        page={question.page}
        limit={question.limit}
        total={data?.recordTotal ?? null}
        isCapped={data?.capped ?? false}
        mayHaveMore={records.length === question.limit}
        onPage={(page) => show({ page })}
        onLimit={(limit) => show({ limit })}
      />
    </div>
  )
}

/** Everything up to the newest; on a later page, or filtered by kind, the first row is not the newest. */
function newestOf(notifications: readonly Notification[]): Notification | null {
  return notifications.reduce<Notification | null>(
    (newest, one) => (newest === null || BigInt(one.id) > BigInt(newest.id) ? one : newest),
    null,
  )
}

function questionOf(query: URLSearchParams): NotificationQuestion {
  const kind = KINDS.find((known) => known === query.get('kind'))
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1)
  return {
    ...(kind ? { kind } : {}),
    ...(query.get('view') === 'unread' ? { unread: true } : {}),
    page,
    limit: PAGE_SIZES.find((size) => String(size) === query.get('limit')) ?? PAGE_ROWS,
  }
}

function KindFilter({
  kind,
  onChange,
}: {
  readonly kind: Kind | undefined
  readonly onChange: (kind: Kind | undefined) => void
}) {
  const id = useId()
  return (
    <div className="notification-filter">
      <label htmlFor={id}>{notifyText('kind')}</label>
      <TextChoice
        id={id}
        allowClear
        placeholder={notifyText('allKinds')}
        value={kind ?? null}
        options={kindOptions()}
        onChange={(value) => onChange(KINDS.find((known) => known === value))}
      />
    </div>
  )
}

/** In the order of their groups; searching a group's name finds its kinds. */
function kindOptions() {
  return (Object.keys(KIND_GROUPS) as KindGroup[]).flatMap((group) =>
    KIND_GROUPS[group].map((kind) => ({
      value: kind,
      label: notifyText(`kinds.${kind}`),
      search: notifyText(`groups.${group}`),
    })),
  )
}

function Nothing({ question, onAll }: { readonly question: NotificationQuestion; readonly onAll: () => void }) {
  const isAll = !question.kind && !question.unread
  return (
    <div className="empty">
      <strong>{notifyText(question.kind ? 'noneOfKind' : question.unread ? 'noneUnread' : 'none')}</strong>
      {isAll ? (
        <span>{notifyText('noneHint')}</span>
      ) : (
        <button type="button" className="link-button" onClick={onAll}>
          {notifyText('showAll')}
        </button>
      )}
    </div>
  )
}
