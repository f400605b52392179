import 'virtual:antd-styles/base.css'
import '#kernel/web/ui/ui.css'
import { watchCutTexts } from '#kernel/web/ui/cut-texts.ts'
import { createRoot } from 'react-dom/client'
import { drawingErrors } from '#kernel/web/console/client/error-log.ts'
import { watchRest } from '#kernel/web/console/client/at-rest.ts'
import { prefetchPreferences } from '#kernel/web/console/client/preferences.ts'
import { runningLanguage } from '#kernel/web/console/client/i18n.ts'
import type { SessionStart } from '#kernel/web/console/client/session/session.ts'
import { currentLanguage } from '#kernel/web/console/client/storage.ts'
import { ConsoleApp } from '#kernel/web/console/ConsoleApp.tsx'
import { errorPages } from '#kernel/web/console/error-pages.ts'
import { prefetchCommonWhenIdle } from '#kernel/web/console/prefetch-common.ts'
import { watchPlainTables } from '#kernel/web/console/plain-tables/watch-plain-tables.ts'
import { addPages } from '#kernel/web/console/pages.ts'

const chinese = () => import('antd/es/locale/zh_CN')
// The sign-in may still change the language: this is only a first guess.
if (currentLanguage() === 'zh') chinese().catch(() => undefined)

addPages(errorPages)

/** The person's preferences, loaded in parallel with the menu. */
export const fetchSetup = prefetchPreferences

/** Renders the frame of desktop pages. */
export async function showConsole(session: Exclude<SessionStart, { kind: 'leaving' }>): Promise<void> {
  // antd's own texts are English by default.
  const locale = runningLanguage() === 'zh' ? (await chinese()).default : undefined
  const root = document.querySelector('#root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root, drawingErrors).render(<ConsoleApp start={session} locale={locale} />)
  watchRest()
  watchCutTexts()
  watchPlainTables()
  prefetchCommonWhenIdle()
}
