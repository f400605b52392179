import 'antd-mobile/es/global'
import '#kernel/console/phone/tokens.css'
import '#kernel/console/phone/base.css'
import { createRoot } from 'react-dom/client'
import { watchChunks } from '#kernel/console/client/chunks.ts'
import { drawingErrors, watchErrors } from '#kernel/console/client/error-log.ts'
import { startSession } from '#kernel/console/client/session.ts'
import { preloadPage, registerPages, type PageSet } from '#kernel/console/pages.ts'
import { PhoneApp } from '#kernel/console/phone/PhoneApp.tsx'
import { printPhoneLight } from '#kernel/console/phone/phone-theme.ts'
import { kernelPhonePages } from '#kernel/console/phone/kernel-phone-pages.ts'
import { phonePages } from './phone-pages.ts'

const areaPages = import.meta.glob<{ readonly pages: PageSet }>('/src/areas/*/web/*.phone.tsx', { eager: true })

const builtInMenu = async () => (await import('./built-in-menu.ts')).builtInMenu()

async function start(): Promise<void> {
  registerPages({
    table: { pages: phonePages, groups: [] },
    sets: [kernelPhonePages, ...Object.values(areaPages).map((module) => module.pages)],
    later: () => import('./phone/LaterPhonePage.tsx'),
  })
  printPhoneLight()
  watchErrors()
  watchChunks()
  preloadPage(location.pathname, location.search)
  const session = await startSession({ builtInMenu })
  if (session.kind === 'leaving') return
  const root = document.querySelector('#root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root, drawingErrors).render(<PhoneApp start={session} />)
}

void start()
