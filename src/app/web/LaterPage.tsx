import { Link, useLocation } from 'react-router'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { useTabTitle } from '#kernel/web/console/shell/tabs/tab-context.ts'
import { HOME_PATH } from '#kernel/web/console/shell/tabs/tab-key.ts'
import { laterTitle } from './later-title.ts'
import '#kernel/web/console/shell/message-page.css'

/** Placeholder of a page of the spec whose area is not built yet. */
export default function LaterPage() {
  const title = laterTitle(useLocation().pathname)
  useTabTitle(title)
  return (
    <div className="message-page">
      <h1>{title}</h1>
      <p>{pageText('errorPage.later')}</p>
      <Link to={HOME_PATH}>{pageText('errorPage.home')}</Link>
    </div>
  )
}
