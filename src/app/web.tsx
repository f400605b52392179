import 'virtual:antd-styles/base.css'
import '#kernel/ui/ui.css'
import { createRoot } from 'react-dom/client'
import { watchChunks } from '#kernel/console/client/chunks.ts'
import { drawingErrors, watchErrors } from '#kernel/console/client/error-log.ts'
import { runningLanguage } from '#kernel/console/client/i18n.ts'
import { startSession } from '#kernel/console/client/session.ts'
import { ConsoleApp } from '#kernel/console/ConsoleApp.tsx'
import { kernelPages, notifyPages } from '#kernel/console/kernel-pages.ts'
import { fetchKitWhenIdle } from '#kernel/console/kit.ts'
import { preloadPage, registerPages, type PageSet } from '#kernel/console/pages.ts'
import { pageTable } from './pages.ts'

const areaPages = import.meta.glob<{ readonly pages: PageSet }>('/src/areas/*/web/*.web.tsx', { eager: true })

const builtInMenu = async () => (await import('./built-in-menu.ts')).builtInMenu()

async function start(): Promise<void> {
  registerPages({
    table: pageTable,
    sets: [kernelPages, notifyPages, ...Object.values(areaPages).map((module) => module.pages)],
    later: () => import('./web/LaterPage.tsx'),
  })
  watchErrors()
  watchChunks()
  preloadPage(location.pathname, location.search)
  const session = await startSession({ builtInMenu })
  if (session.kind === 'leaving') return
  // antd's own texts are English unless another locale is given.
  const locale = runningLanguage() === 'zh' ? (await import('antd/es/locale/zh_CN')).default : undefined
  const root = document.querySelector('#root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root, drawingErrors).render(<ConsoleApp start={session} locale={locale} />)
  fetchKitWhenIdle()
}

void start()
