import { QueryClientProvider } from '@tanstack/react-query'
import { Component, createElement, Suspense, use, useEffect, type ComponentType, type ReactNode } from 'react'
import { pageText } from '../client/i18n.ts'
import { onNotice } from '../client/notices.ts'
import { queryClient } from '../client/query-client.ts'
import { leaveForSignIn, type Permissions, type Start } from '../client/session.ts'
import { loadPage } from '../pages.ts'
import { SessionContext } from '../shell/session-context.ts'
import { Toasts } from '../shell/Toasts.tsx'
import { useAddress } from './address.ts'
import { Loading } from './Loading.tsx'
import { HOME, PhoneMessage } from './PhoneMessage.tsx'
import { Watermark } from './Watermark.tsx'
import './page.css'
import './toasts.css'
import './watermark.css'

/** Everything the phone pages stand in: no bar of any kind (spec section 2), a watermark over all of it. */
export function PhoneApp({ start }: { readonly start: Exclude<Start, { kind: 'leaving' }> }) {
  return (
    <QueryClientProvider client={queryClient}>
      {start.kind === 'ready' ? (
        <SessionContext value={start.permissions}>
          <Suspense fallback={<Loading />}>
            <PhoneRoute permissions={start.permissions} />
          </Suspense>
          <Watermark user={start.permissions.user} />
        </SessionContext>
      ) : (
        <PhoneMessage
          title={pageText('signIn.title')}
          text={start.message}
          hint={start.leavingSoon ? pageText('signIn.back') : undefined}
          action={{ text: pageText('signIn.again'), act: () => leaveForSignIn(true) }}
        />
      )}
      <Toasts />
      <ToastsOnTop />
    </QueryClientProvider>
  )
}

/** A sheet is in the browser's top layer, so a toast that comes while one is open has to be put above it. */
function ToastsOnTop() {
  useEffect(
    () =>
      onNotice(() => {
        const toasts = document.querySelector<HTMLElement>('.toasts')
        if (!toasts || typeof toasts.showPopover !== 'function') return
        toasts.popover = 'manual'
        if (toasts.matches(':popover-open')) toasts.hidePopover()
        toasts.showPopover()
      }),
    [],
  )
  return null
}

/** The page of the address, if the permitted menu holds it (spec section 6). */
function PhoneRoute({ permissions }: { readonly permissions: Permissions }) {
  const { path, text } = useAddress()
  const menu = permissions.menus.find((entry) => entry.url === path)
  const page = loadPage(path)
  if (permissions.menus.length === 0) return <PhoneMessage title={pageText('shell.noMenu')} />
  if (!page)
    return (
      <PhoneMessage
        code="404"
        title={pageText('errorPage.missing')}
        text={pageText('errorPage.missingHint')}
        home={HOME}
      />
    )
  if (!menu && !permissions.superAdmin) {
    return (
      <PhoneMessage
        code="403"
        title={pageText('errorPage.forbidden')}
        text={pageText('errorPage.forbiddenHint', { path })}
        home={HOME}
      />
    )
  }
  return (
    <Boundary key={text}>
      <LoadedPage page={page} />
    </Boundary>
  )
}

function LoadedPage({ page }: { readonly page: Promise<ComponentType> }) {
  return createElement(use(page))
}

class Boundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <PhoneMessage
        title={pageText('errorPage.crash')}
        text={pageText('errorPage.serverHint')}
        action={{ text: pageText('common.reload'), act: () => location.reload() }}
      />
    )
  }
}
