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

/** Routes of a chat link: every page there is, without the permission call. The server still decides what it answers. */
async function builtInMenu() {
  const [{ areas }, { menu }] = await Promise.all([import('#app/areas.ts'), import('#app/menu.ts')])
  return [...menu, ...areas.flatMap((area) => area.menu)]
}

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
