import { Link, useLocation } from 'react-router'
import type { ApiError } from './client/api.ts'
import { pageText } from './client/i18n.ts'
import { deniedTexts } from './denied.ts'
import { findPage } from './pages.ts'
import { menuTitle } from './shell/menu-tree.ts'
import { useSession } from './shell/session-context.ts'
import { HOME_PATH } from './shell/tabs/tab-key.ts'
import './shell/message-page.css'

/** Shown for a document that this person may not see, or that does not exist: no retry, but whom to ask, and the way to its list. */
export function Denied({ error }: { readonly error: ApiError }) {
  const { title, text } = deniedTexts(error)
  const { pathname, search } = useLocation()
  const { menus } = useSession()
  const parent = findPage(pathname, search)?.parent
  const list = menus.find(({ url }) => url === parent)
  return (
    <div className="message-page">
      <h1>{title}</h1>
      <p>{text}</p>
      <Link to={list?.url ?? HOME_PATH}>{list ? menuTitle(list) : pageText('errorPage.home')}</Link>
    </div>
  )
}
