import type { ReactNode } from 'react'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { formatTime } from '#kernel/web/ui/time.ts'
import { accountText, deviceText, type SessionView } from './account-api.web.ts'
import './sessions.css'

/** The columns common to both lists of sessions. */
export function sessionColumns(): readonly Column<SessionView>[] {
  return [
    {
      key: 'device',
      title: accountText('sessions.device'),
      render: ({ device }) => <span title={device ?? undefined}>{deviceText(device)}</span>,
    },
    {
      key: 'address',
      title: accountText('sessions.address'),
      render: ({ address }) => <span className="code">{address ?? '/'}</span>,
    },
    {
      key: 'kind',
      title: accountText('sessions.kind'),
      render: ({ kind, userAccount, viewerAccount }) =>
        viewerAccount === null
          ? accountText(`sessions.kinds.${kind}`)
          : `${accountText('sessions.kinds.view')} ${viewerAccount} → ${userAccount}`,
    },
    { key: 'beganAt', title: accountText('sessions.begunAt'), render: ({ beganAt }) => formatTime(beganAt) },
    { key: 'lastSeenAt', title: accountText('sessions.seenAt'), render: ({ lastSeenAt }) => formatTime(lastSeenAt) },
    { key: 'expiresAt', title: accountText('sessions.endsAt'), render: ({ expiresAt }) => formatTime(expiresAt) },
  ]
}

/** The button that ends a session, or a mark on the current one. */
export function endColumn(onEnd: (session: SessionView) => void, more?: (session: SessionView) => ReactNode) {
  const render = (session: SessionView) =>
    session.isCurrent ? (
      <span className="quiet">{accountText('sessions.current')}</span>
    ) : (
      <span className="session-acts">
        <button type="button" className="link-button" onClick={() => onEnd(session)}>
          {accountText('sessions.end')}
        </button>
        {more?.(session)}
      </span>
    )
  return { key: 'end', title: accountText('sessions.action'), render, isPrintHidden: true } as const
}
