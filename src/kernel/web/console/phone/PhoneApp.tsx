import { QueryClientProvider } from '@tanstack/react-query'
import { Component, createElement, lazy, Suspense, useEffect, type ReactNode } from 'react'
import { isChunkFailure } from '../client/chunks.ts'
import { pageText } from '../client/i18n.ts'
import { queryClient } from '../client/query-client.ts'
import { leaveForSignIn, type Permissions, type SessionStart } from '../client/session/session.ts'
import { reloadKeepingInput } from '../client/unsaved.ts'
import { findPage, type LoadedPage, loadPage } from '../pages.ts'
import { useMissingRight } from '../shell/missing-right.ts'
import { menuOf } from '../shell/routing.ts'
import { NewVersionBar } from '../session/NewVersionBar.tsx'
import { SessionOverlay, StepUpOverlay, ViewOverlay } from '../session/SessionOverlay.tsx'
import { SessionContext } from '../shell/session-context.ts'
import { Toasts } from '../shell/Toasts.tsx'
import { usePage } from '../use-page.ts'
import { useAddress } from './address.ts'
import { Loading } from './parts/Loading.tsx'
import { HOME, PhoneMessage } from './PhoneMessage.tsx'
import { Watermark } from '../shell/Watermark.tsx'
import './page.css'
import './toasts.css'

/** Lazy-loaded: only people who are refused need it. */
const RequestAccessPhone = lazy(async () => ({
  default: (await import('../access-request/RequestAccessPhone.tsx')).RequestAccessPhone,
}))

/** The root of all phone pages: no bar of any kind (spec section 2), a watermark over everything. */
export function PhoneApp({ start }: { readonly start: Exclude<SessionStart, { kind: 'leaving' }> }) {
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
          title={pageText(start.title)}
          text={start.message}
          hint={start.leavingSoon ? pageText('signIn.back') : undefined}
          action={
            start.isServerFault
              ? { text: pageText('common.retry'), act: () => location.reload() }
              : { text: pageText('signIn.again'), act: () => leaveForSignIn(true) }
          }
        />
      )}
      <SessionOverlay home={HOME} />
      <StepUpOverlay />
      {start.kind === 'ready' ? <ViewOverlay user={start.permissions.user} /> : null}
      <NewVersionBar />
      <Toasts />
    </QueryClientProvider>
  )
}

/** The addressed page, if the permitted menu has it (spec section 6). */
function PhoneRoute({ permissions }: { readonly permissions: Permissions }) {
  const { path, query, text, key } = useAddress()
  const page = findPage(path)
  const loading = loadPage(path, query.toString())
  useEffect(() => {
    if (page && page.path !== HOME)
      void import('../home/count-visit.ts').then(({ countVisit }) => countVisit(page.path))
  }, [page])
  if (permissions.menus.length === 0)
    return (
      <PhoneMessage title={pageText('shell.noMenu')}>
        <RequestAccessPhone />
      </PhoneMessage>
    )
  if (!page || !loading) return <OtherEntry address={text} />
  if (page.isBuilt && !menuOf(page, permissions.menus)) return <Forbidden path={path} />
  return (
    <Boundary key={key}>
      <Loaded page={loading} />
    </Boundary>
  )
}

/** Other addresses belong to the desktop entry, which also handles unknown ones: the browser loads that entry. */
function OtherEntry({ address }: { readonly address: string }) {
  useEffect(() => location.replace(address), [address])
  return <Loading />
}

function Forbidden({ path }: { readonly path: string }) {
  return (
    <PhoneMessage code="403" title={pageText('errorPage.forbidden')} text={useMissingRight(path)} home={HOME}>
      <RequestAccessPhone target={path} />
    </PhoneMessage>
  )
}

function Loaded({ page }: { readonly page: LoadedPage }) {
  const component = usePage(page)
  return component ? createElement(component) : <Loading />
}

class Boundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    const isPartMissing = isChunkFailure(error)
    return (
      <PhoneMessage
        title={pageText(isPartMissing ? 'http.chunk' : 'errorPage.crash')}
        text={pageText(isPartMissing ? 'http.chunkHint' : 'errorPage.serverHint')}
        action={{ text: pageText('common.reload'), act: () => void reloadKeepingInput() }}
      />
    )
  }
}
