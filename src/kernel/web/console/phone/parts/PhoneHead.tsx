import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText, runningLanguage } from '../../client/i18n.ts'
import { switchLanguage } from '../../client/session/session.ts'
import { followTheme } from '../../shell/theme-context.ts'
import { isDark, toggleTheme } from '../phone-theme.ts'
import { MenuButton } from './MenuButton.tsx'

// Loaded after the cards are drawn.
const PhoneBell = lazy(() => import('../PhoneBell.tsx').then((module) => ({ default: module.PhoneBell })))

/** The title of a page that people begin with, the notifications, and the theme. */
export function PhoneHead({ title }: { readonly title: string }) {
  const isDarkNow = useSyncExternalStore(followTheme, isDark)
  return (
    <header className="phone-head">
      <MenuButton />
      <h1>{title}</h1>
      <Suspense fallback={<span className="phone-icon-button" />}>
        <PhoneBell />
      </Suspense>
      <button
        type="button"
        className="phone-icon-button"
        aria-label={pageText(isDarkNow ? 'shell.toLight' : 'shell.toDark')}
        onClick={() => {
          toggleTheme()
          window.dispatchEvent(new Event('themefollowed'))
        }}
      >
        <Icon name={isDarkNow ? 'sun' : 'moon'} size={20} />
      </button>
      <button
        type="button"
        className="phone-icon-button phone-language"
        lang={runningLanguage() === 'zh' ? 'en' : 'zh-CN'}
        onClick={() => void switchLanguage(runningLanguage() === 'zh' ? 'en' : 'zh')}
      >
        {runningLanguage() === 'zh' ? 'English' : '中文'}
      </button>
    </header>
  )
}
