import { useLayoutEffect } from 'react'
import { pageText } from '../client/i18n.ts'
import type { SessionUser } from '../client/session/session.ts'
import { stopViewing } from '../client/session/view-as.ts'
import { identityText } from './identity-text.ts'
import './view-banner.css'

/** Names the viewer and the viewed person above every page. */
export function ViewBanner({ user }: { readonly user: SessionUser }) {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-viewing', true)
    return () => document.documentElement.removeAttribute('data-viewing')
  }, [])
  const { userName: name, userAccount: account, viewer } = user
  return (
    <aside className="view-banner" role="status">
      <p>{identityText('viewing', { viewer: viewer?.userName ?? '', name, account })}</p>
      <button type="button" onClick={() => void stopViewing()}>
        {pageText('session.stopViewing')}
      </button>
    </aside>
  )
}
