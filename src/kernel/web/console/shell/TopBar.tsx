import { use, Fragment } from 'react'
import { Link } from 'react-router'
import type { Language } from '#kernel/base/i18n/language.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { PopMenu } from '#kernel/web/ui/PopMenu.tsx'
import { kernelText, pageText, runningLanguage } from '../client/i18n.ts'
import type { SessionUser } from '../client/session/session.ts'
import { Bell } from '../inbox/Bell.tsx'
import { PaletteButton } from '../palette/PaletteButton.tsx'
import type { Crumb } from './crumbs.ts'
import { ShortcutHelp } from './shortcuts/ShortcutHelp.tsx'
import { DownloadButton } from '../downloads/DownloadButton.tsx'
import { ErrorLogButton } from '../session/ErrorLogButton.tsx'
import { UserMenu } from '../session/UserMenu.tsx'
import { HOME_PATH } from './tabs/tab-key.ts'
import { ThemeContext } from './theme-context.ts'
import type { SideBarState } from './use-side-bar.ts'
import './top-bar.css'
import './breadcrumb.css'

interface TopBarProps {
  readonly user: SessionUser
  /** Null where the page has no side bar. */
  readonly sideBar: SideBarState | null
  readonly crumbs: readonly Crumb[]
  readonly onLanguage: (language: Language) => void
}

export function TopBar({ user, sideBar, crumbs, onLanguage }: TopBarProps) {
  const theme = use(ThemeContext)
  const isDark = theme.name === 'dark'
  return (
    <header className="top-bar">
      {sideBar?.isNarrow ? (
        <button
          type="button"
          className="top-button"
          aria-label={pageText('shell.menu')}
          aria-expanded={sideBar.isOpen}
          onClick={() => sideBar.setOpen(!sideBar.isOpen)}
        >
          <Icon name="menu" />
        </button>
      ) : null}
      <Link to={HOME_PATH} className="brand">
        <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="7" />
          <path d="M8 21V11h3v7h7v3zm13-10h3v10h-3z" />
        </svg>
        <span>{kernelText('app.title')}</span>
      </Link>
      <Breadcrumb crumbs={crumbs} />
      <div className="top-bar-tools">
        <ShortcutHelp />
        <PaletteButton onLanguage={onLanguage} />
        <Bell />
        <ErrorLogButton />
        <DownloadButton />
        <button
          type="button"
          className="top-button"
          aria-label={pageText(isDark ? 'shell.toLight' : 'shell.toDark')}
          title={pageText(isDark ? 'shell.toLight' : 'shell.toDark')}
          onClick={theme.toggle}
        >
          <Icon name={isDark ? 'sun' : 'moon'} />
        </button>
        <PopMenu
          label={`${pageText('common.language')}: ${runningLanguage() === 'zh' ? '中文' : 'English'}`}
          trigger={
            <>
              <Icon name="globe" />
              <span className="top-button-text">{runningLanguage() === 'zh' ? '中文' : 'English'}</span>
            </>
          }
          items={[
            { key: 'zh', text: '中文', act: () => onLanguage('zh') },
            { key: 'en', text: 'English', act: () => onLanguage('en') },
          ]}
        />
        <UserMenu user={user} />
      </div>
    </header>
  )
}

/** The page's position: group, page, document. */
function Breadcrumb({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
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
