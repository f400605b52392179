import { Fragment } from 'react'
import { Link } from 'react-router'
import { pageText } from '../client/i18n.ts'
import type { Crumb } from './crumbs.ts'
import './breadcrumb.css'

/** The page's position: group, page, document. */
export function Breadcrumb({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <nav className="breadcrumb" aria-label={pageText('shell.breadcrumb')}>
      <ol>
        {crumbs.map(({ text, to }, index) => (
          <Fragment key={`${index} ${text}`}>
            {index > 0 ? (
              <li className="breadcrumb-mark" aria-hidden="true">
                /
              </li>
            ) : null}
            <li {...(index === crumbs.length - 1 ? { 'aria-current': 'page' } : {})}>
              {to ? <Link to={to}>{text}</Link> : text}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
