import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { PlainTable } from '#kernel/web/console/list/PlainTable.tsx'
import { accountText, type SessionView, sessionApi } from './account-api.web.ts'
import { AskEnd } from './AskEnd.tsx'
import { endColumn, sessionColumns } from './session-columns.tsx'

const NONE: readonly SessionView[] = []

/** A person's own sessions, each with a button to end it. */
export default function OwnSessionsPage() {
  const sessions = useQuery({
    queryKey: ['sessions', 'mine'],
    queryFn: ({ signal }) => sessionApi.mine(signal),
    refetchOnMount: 'always',
  })
  const [ending, setEnding] = useState<{ readonly id: string | null } | null>(null)
  const columns = useMemo(() => [...sessionColumns(), endColumn(({ id }) => setEnding({ id }))], [])
  const rows = sessions.data ?? NONE
  return (
    <>
      <header className="page-head">
        <h1>{accountText('sessions.ownTitle')}</h1>
        <div className="page-head-tools">
          <Button danger disabled={rows.length < 2} onClick={() => setEnding({ id: null })}>
            {accountText('sessions.endOthers')}
          </Button>
        </div>
      </header>
      <p className="session-lead">{accountText('sessions.ownLead')}</p>
      {sessions.error ? <ErrorBanner error={sessions.error} onRetry={() => void sessions.refetch()} /> : null}
      <PlainTable
        caption={accountText('sessions.ownTitle')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        skeletonRows={sessions.isPending ? 3 : 0}
      />
      {ending ? (
        <AskEnd
          question={accountText(ending.id === null ? 'sessions.endOthersAsk' : 'sessions.endOwnAsk')}
          act={() => sessionApi.endMine(ending.id)}
          onDone={() => {
            setEnding(null)
            void sessions.refetch()
          }}
        />
      ) : null}
    </>
  )
}
