import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { SchemeOwnTexts } from './own/own.en.ts'
import './application/application-texts.web.ts'

// Texts of the lists that come from their declaration, found by the name of this file.
await loadPartTexts<SchemeOwnTexts>('schemeOwn', {
  en: () => import('./own/own.en.ts'),
  zh: () => import('./own/own.zh.ts'),
})
