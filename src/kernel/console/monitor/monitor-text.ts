import type { MonitorTexts } from '#kernel/monitor/locale/monitor.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Only administrators open this page.
await loadPartTexts('monitor', {
  en: () => import('#kernel/monitor/locale/monitor.en.ts'),
  zh: () => import('#kernel/monitor/locale/monitor.zh.ts'),
})

export const monitorText: Translate<MonitorTexts> = areaTexts<MonitorTexts>('monitor')
