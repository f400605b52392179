import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useMemo, useState } from 'react'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { usePageButtons } from '#kernel/web/console/document/page-buttons.ts'
import { useSession } from '#kernel/web/console/shell/session-context.ts'
import { Pager } from '#kernel/web/console/list/Pager.tsx'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { PlainTable } from '#kernel/web/console/list/PlainTable.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { accountText, type SessionView, sessionApi } from './account-api.web.ts'
import { AskEnd } from './AskEnd.tsx'
import { endColumn, sessionColumns } from './session-columns.tsx'
import { ViewAsDialog } from '../view-as/ViewAsDialog.tsx'

const NONE: readonly SessionView[] = []

function usePageOfSessions() {
  const [asked, setAsked] = useState({ keyword: '', page: 1, limit: 20 })
  const query = useQuery({
    queryKey: ['sessions', 'all', asked],
    queryFn: ({ signal }) => sessionApi.page(asked, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  return { asked, setAsked, query }
}

/** Current sessions; administrators can end a session, or view as its person. */
export default function SessionsPage() {
  const { asked, setAsked, query } = usePageOfSessions()
  const holds = usePageButtons()
  const [ending, setEnding] = useState<SessionView | null>(null)
  const [viewing, setViewing] = useState<SessionView | null>(null)
  const [mayEnd, mayView] = [holds?.('access.session.end') ?? false, holds?.('access.viewAs') ?? false]
  const { userAccount } = useSession().user
  const columns = useMemo(
    () => allColumns(userAccount, mayEnd ? setEnding : null, mayView ? setViewing : null),
    [userAccount, mayEnd, mayView],
  )
  const rows = query.data?.records ?? NONE
  return (
    <>
      <header className="page-head">
        <h1>{accountText('sessions.title')}</h1>
        <div className="page-head-tools">
          <Input.Search
            allowClear
            aria-label={accountText('sessions.keyword')}
            placeholder={accountText('sessions.keyword')}
            maxLength={100}
            style={{ width: 280 }}
            onSearch={(keyword) => setAsked({ ...asked, keyword, page: 1 })}
          />
        </div>
      </header>
      {query.error ? (
        <ErrorBanner
          error={query.error}
          text={(reason) => pageText(query.data ? 'list.failed' : 'list.failedFirst', { reason })}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      <PlainTable
        caption={accountText('sessions.title')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        isStale={query.isPlaceholderData}
        skeletonRows={query.isPending ? 10 : 0}
        empty={<p className="quiet">{accountText('sessions.none')}</p>}
      />
      <Pager
        page={asked.page}
        limit={asked.limit}
        total={query.data?.recordTotal ?? null}
        isCapped={false}
        mayHaveMore={rows.length === asked.limit}
        onPage={(page) => setAsked({ ...asked, page })}
        onLimit={(limit) => setAsked({ ...asked, limit, page: 1 })}
      />
      {ending ? (
        <AskEnd
          question={accountText('sessions.endAsk', { name: ending.userName })}
          act={() => sessionApi.end([ending.id])}
          onDone={() => {
            setEnding(null)
            void query.refetch()
          }}
        />
      ) : null}
      {viewing ? (
        <ViewAsDialog account={viewing.userAccount} name={viewing.userName} onClose={() => setViewing(null)} />
      ) : null}
    </>
  )
}

type Act = ((session: SessionView) => void) | null

function allColumns(own: string, onEnd: Act, onView: Act): readonly Column<SessionView>[] {
  const view = (session: SessionView) =>
    onView && session.kind !== 'view' && session.userAccount !== own ? (
      <button type="button" className="link-button" onClick={() => onView(session)}>
        {accountText('sessions.viewAs')}
      </button>
    ) : null
  return [
    {
      key: 'account',
      title: accountText('sessions.account'),
      isFrozen: true,
      render: ({ userAccount }) => <span className="code">{userAccount}</span>,
    },
    { key: 'name', title: accountText('sessions.name'), render: ({ userName }) => userName },
    ...sessionColumns(),
    ...(onEnd ? [endColumn(onEnd, view)] : []),
  ]
}
