import { createElement, memo, Suspense, useMemo, useRef, type Dispatch, useLayoutEffect, type RefObject } from 'react'
import { Route, Routes } from 'react-router'
import { pageText } from '../../client/i18n.ts'
import { type LoadedPage, loadPage } from '../../pages.ts'
import { usePage } from '../../use-page.ts'
import { MissingPage, PageBoundary } from '../ErrorPages.tsx'
import { TabContext, type TabHandle } from './tab-context.ts'
import type { Tab, TabsEvent } from './tabs.ts'
import { memoryOf } from './tab-memory.ts'

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

/** Scroll containers within a page. */
const SCROLLERS = '.table-scroll, .sheet-scroll, [data-keep-scroll]'

/** How long to wait for late content. */
const WAITED_MS = 6_000

/** Stores the scroll positions of a tab's pane and tables, and restores them when it is mounted again. */
function useKeptScroll(tabKey: string, pane: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = pane.current
    if (!element) return undefined
    const stop = putBack(tabKey, element)
    // Cached per container, because this runs in every scroll frame.
    const names = new WeakMap<HTMLElement, string | null>()
    const note = (event: Event): void => {
      const { target } = event
      if (!(target instanceof HTMLElement)) return
      if (!names.has(target)) names.set(target, nameOf(element, target))
      const name = names.get(target) ?? null
      if (name === null) return
      const { scrollLeft, scrollTop } = target
      const memory = memoryOf(tabKey)
      memory.scroll = { ...memory.scroll, [name]: [scrollLeft, scrollTop] }
    }
    element.addEventListener('scroll', note, { capture: true, passive: true })
    return () => {
      stop()
      element.removeEventListener('scroll', note, { capture: true })
    }
  }, [tabKey, pane])
}

function nameOf(pane: HTMLElement, target: HTMLElement): string | null {
  if (target === pane) return ''
  const at = [...pane.querySelectorAll(SCROLLERS)].indexOf(target)
  return at < 0 ? null : String(at)
}

/** Scrolls as soon as there is enough content, until done or the person scrolls. */
function putBack(tabKey: string, pane: HTMLElement): () => void {
  const wanted = new Map(Object.entries(memoryOf(tabKey).scroll))
  const observer = new MutationObserver(() => attempt())
  const stop = (): void => {
    observer.disconnect()
    clearTimeout(timer)
    for (const kind of ['wheel', 'pointerdown', 'keydown'] as const) pane.removeEventListener(kind, stop)
  }
  const timer = setTimeout(stop, WAITED_MS)
  const attempt = (): void => {
    const scrollers = [...pane.querySelectorAll<HTMLElement>(SCROLLERS)]
    for (const [name, [left, top]] of wanted) {
      const element = name === '' ? pane : scrollers[Number(name)]
      if (!element) continue
      element.scrollTo({ left, top, behavior: 'instant' })
      const isThere = Math.abs(element.scrollTop - top) <= 1 && Math.abs(element.scrollLeft - left) <= 1
      if (isThere) wanted.delete(name)
    }
    if (wanted.size === 0) stop()
  }
  for (const kind of ['wheel', 'pointerdown', 'keydown'] as const) pane.addEventListener(kind, stop, { passive: true })
  observer.observe(pane, { childList: true, subtree: true })
  attempt()
  return stop
}
