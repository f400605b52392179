import { Link, useLocation } from 'react-router'
import { pageText } from '#kernel/console/client/i18n.ts'
import { useTabTitle } from '#kernel/console/shell/tab-context.ts'
import { HOME_PATH } from '#kernel/console/shell/tabs.ts'
import { laterTitle } from './later-title.ts'
import '#kernel/console/shell/message-page.css'

/** Stands where a page of the spec will stand once its area is built: says so, and leads back. */
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
