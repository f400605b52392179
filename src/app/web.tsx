import { loadChunk, watchChunks } from '#kernel/web/console/client/chunks.ts'
import { watchErrors } from '#kernel/web/console/client/error-log.ts'
import { isPhone } from '#kernel/web/console/client/approval.ts'
import { startSession } from '#kernel/web/console/client/session/session.ts'
import { takeAccountLanguage } from '#kernel/web/console/client/session/account-language.ts'
import { kernelPages, notifyPages } from '#kernel/web/console/kernel-pages.ts'
import { openPage, preloadPage, registerPages, type PageSet } from '#kernel/web/console/pages.ts'
import { pageTable } from './pages.ts'
import { areaPages } from 'virtual:area-pages/desk'

const ownPages = import.meta.glob<{ readonly pages: PageSet }>('/src/areas/*/*.web.tsx', { eager: true })

const builtInMenu = async () => (await import('virtual:built-in-menu')).builtInMenu()

/**
 * This file is small and runs first: the session calls, the frame, the page and its texts are all requested before any of them has arrived.
 * The HTML names the files of the frame (preload-frame.ts), so the browser fetches them in parallel.
 */
async function start(): Promise<void> {
  // The home page has a phone's form, at an address of its own.
  if (isPhone() && ['/', '/index'].includes(location.pathname)) return location.replace('/index/mobile')
  takeAccountLanguage()
  registerPages({
    table: pageTable,
    sets: [kernelPages, notifyPages, ...areaPages, ...Object.values(ownPages).map((module) => module.pages)],
    later: () => import('./web/LaterPage.tsx'),
  })
  watchErrors()
  watchChunks()
  const frame = loadChunk(() => import('./web-frame.tsx'))
  // Reported where it is awaited; a browser that leaves for the sign-in page does not need it.
  frame.catch(() => undefined)
  preloadPage(location.pathname, location.search)
  let page: Promise<void> | undefined
  const session = await startSession({
    builtInMenu,
    whenSignedIn: () => {
      frame.then(({ fetchSetup }) => fetchSetup()).catch(() => undefined)
      page = openPage(location.pathname, location.search)
    },
  })
  if (session.kind === 'leaving') return
  const [{ showConsole }] = await Promise.all([frame, page])
  await showConsole(session)
}

void start()
