import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider, Button } from 'antd'
import type { Locale } from 'antd/es/locale'
import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { BrowserRouter } from 'react-router'
import { themeConfig, type ThemeName } from '#kernel/web/ui/theme.ts'
import { queryClient } from './client/query-client.ts'
import { type SessionStart, leaveForSignIn } from './client/session/session.ts'
import { printLight } from './print/print-light.ts'
import { NewVersionBar } from './session/NewVersionBar.tsx'
import { SessionOverlay, StepUpOverlay, ViewOverlay } from './session/SessionOverlay.tsx'
import { SessionProvider } from './shell/SessionProvider.tsx'
import { Shell } from './shell/Shell.tsx'
import { HOME_PATH } from './shell/tabs/tab-key.ts'
import { applyTheme, followTheme, storedTheme, storeTheme, ThemeContext } from './shell/theme-context.ts'
import { Toasts } from './shell/Toasts.tsx'
import { pageText } from './client/i18n.ts'
import './print/print.css'
import './shell/toasts.css'
import './shell/message-page.css'

interface ConsoleAppProps {
  readonly start: Exclude<SessionStart, { kind: 'leaving' }>
  /** Texts of the component library in the current language; undefined means its English default. */
  readonly locale: Locale | undefined
}

/** Live updates are loaded after the page is drawn, so that they do not delay it. */
function useLiveMessages(userId: string | null): void {
  useEffect(() => {
    if (userId === null) return undefined
    const stops: (() => void)[] = []
    let isGone = false
    void import('./client/live/live-messages.ts').then(
      ({ followNews, startLive }) => {
        if (!isGone) stops.push(followNews(), startLive(userId))
      },
      // A failure to load this part is not reported, because nobody waits for it.
      () => undefined,
    )
    return () => {
      isGone = true
      for (const stop of stops) stop()
    }
  }, [userId])
}

/** Popups inside a modal dialog are rendered into it, because the dialog covers everything else. */
function popupPlace(trigger?: HTMLElement): HTMLElement {
  return trigger?.closest('dialog') ?? document.body
}

/** The root of all desktop pages. */
export function ConsoleApp({ start, locale }: ConsoleAppProps) {
  const [name, setName] = useState<ThemeName>(storedTheme)
  const [isPrinting, setPrinting] = useState(false)
  const shown = isPrinting ? 'light' : name
  useEffect(() => applyTheme(shown), [shown])
  useEffect(() => followTheme(() => setName(storedTheme())), [])
  // Rendered synchronously, before the browser prints the previous state.
  useEffect(() => printLight((is) => flushSync(() => setPrinting(is))), [])
  useLiveMessages(start.kind === 'ready' ? start.permissions.user.id : null)
  const theme = useMemo(
    () => ({
      name,
      toggle: () => {
        const next = name === 'dark' ? 'light' : 'dark'
        storeTheme(next)
        setName(next)
      },
    }),
    [name],
  )
  return (
    <ThemeContext value={theme}>
      <ConfigProvider
        theme={themeConfig(shown)}
        {...(locale ? { locale } : {})}
        button={{ autoInsertSpace: false }}
        wave={{ disabled: true }}
        getPopupContainer={popupPlace}
      >
        <QueryClientProvider client={queryClient}>
          {start.kind === 'ready' ? (
            <SessionProvider start={start.permissions}>
              <BrowserRouter>
                <Shell />
              </BrowserRouter>
            </SessionProvider>
          ) : (
            <SignInProblem start={start} />
          )}
          <SessionOverlay home={HOME_PATH} />
          <StepUpOverlay />
          {start.kind === 'ready' ? <ViewOverlay user={start.permissions.user} /> : null}
          <NewVersionBar />
          <Toasts />
        </QueryClientProvider>
      </ConfigProvider>
    </ThemeContext>
  )
}

/** Shown without a session: signing in failed (redirecting automatically unless that would loop), or the server did not answer. */
function SignInProblem({ start }: { readonly start: Extract<SessionStart, { kind: 'failed' }> }) {
  const isServer = start.isServerFault === true
  return (
    <main className="message-page message-page-alone" role="alert">
      <h1>{pageText(start.title)}</h1>
      <p>{start.message}</p>
      {start.leavingSoon ? <p className="quiet">{pageText('signIn.back')}</p> : null}
      <Button type="primary" onClick={() => (isServer ? location.reload() : leaveForSignIn(true))}>
        {pageText(isServer ? 'common.retry' : 'signIn.again')}
      </Button>
    </main>
  )
}
