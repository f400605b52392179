import { createElement, memo, Suspense, useMemo, useRef, type Dispatch } from 'react'
import { Route, Routes } from 'react-router'
import { pageText } from '../../client/i18n.ts'
import { type LoadedPage, loadPage } from '../../pages.ts'
import { usePage } from '../../use-page.ts'
import { MissingPage, PageBoundary } from '../ErrorPages.tsx'
import { TabContext, type TabHandle } from './tab-context.ts'
import type { Tab, TabsEvent } from './tabs.ts'
import { useKeptScroll } from './use-kept-scroll.ts'

/** One tab: its own frozen location, scroll container and state. A hidden one does not rerender. */
export const TabPane = memo(function TabPane({
  tab,
  dispatch,
}: {
  readonly tab: Tab
  readonly dispatch: Dispatch<TabsEvent>
}) {
  const { key, pathname, search } = tab
  const handle = useMemo<TabHandle>(
    () => ({
      key,
      setTitle: (title) => dispatch({ type: 'title', key, title }),
      setUnsaved: (unsaved) => dispatch({ type: 'unsaved', key, unsaved }),
      close: () => dispatch({ type: 'close', keys: [key] }),
      closeOnLeave: () => dispatch({ type: 'closeOnLeave', key }),
    }),
    [key, dispatch],
  )
  const pane = useRef<HTMLDivElement>(null)
  useKeptScroll(key, pane)
  const location = useMemo(() => ({ pathname, search, hash: '', state: null, key }), [pathname, search, key])
  return (
    <TabContext value={handle}>
      <div className="pane" ref={pane}>
        <PageBoundary>
          <Suspense fallback={<Loading />}>
            <Routes location={location}>
              <Route path="*" element={<Screen path={pathname} search={search} />} />
            </Routes>
          </Suspense>
        </PageBoundary>
      </div>
    </TabContext>
  )
})

function Screen({ path, search }: { readonly path: string; readonly search: string }) {
  const page = loadPage(path, search)
  return page ? <Loaded page={page} /> : <MissingPage />
}

function Loaded({ page }: { readonly page: LoadedPage }) {
  const component = usePage(page)
  return component ? createElement(component) : <Loading />
}

function Loading() {
  return <div className="pane-loading" role="status" aria-label={pageText('shell.loadingPage')} />
}
