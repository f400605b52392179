import { loadChunk, watchChunks } from '#kernel/web/console/client/chunks.ts'
import { watchErrors } from '#kernel/web/console/client/error-log.ts'
import { startSession } from '#kernel/web/console/client/session/session.ts'
import { takeAccountLanguage } from '#kernel/web/console/client/session/account-language.ts'
import { openPage, preloadPage, registerPages, type PageSet } from '#kernel/web/console/pages.ts'
import { kernelPhonePages } from '#kernel/web/console/phone/kernel-phone-pages.ts'
import { phonePages } from './phone-pages.ts'
import { areaPages } from 'virtual:area-pages/phone'

const ownPages = import.meta.glob<{ readonly pages: PageSet }>('/src/areas/*/*.phone.tsx', { eager: true })

const builtInMenu = async () => (await import('virtual:built-in-menu')).builtInMenu()

/** Small and run first, as the desktop's (web.tsx). */
async function start(): Promise<void> {
  takeAccountLanguage()
  registerPages({
    table: { pages: phonePages, groups: [] },
    sets: [kernelPhonePages, ...areaPages, ...Object.values(ownPages).map((module) => module.pages)],
    later: () => import('./phone/LaterPhonePage.tsx'),
  })
  watchErrors()
  watchChunks()
  const frame = loadChunk(() => import('./phone-frame.tsx'))
  // Reported where it is awaited; a browser that leaves for the sign-in page does not need it.
  frame.catch(() => undefined)
  preloadPage(location.pathname, location.search)
  let page: Promise<void> | undefined
  const session = await startSession({
    builtInMenu,
    whenSignedIn: () => {
      page = openPage(location.pathname, location.search)
    },
  })
  if (session.kind === 'leaving') return
  const [{ showPhone }] = await Promise.all([frame, page])
  showPhone(session)
}

void start()
