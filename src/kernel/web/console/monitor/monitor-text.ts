import type { MonitorTexts } from '#kernel/services/monitor/locale/monitor.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Loaded on demand, for administrators.
await loadPartTexts('monitor', {
  en: () => import('#kernel/services/monitor/locale/monitor.en.ts'),
  zh: () => import('#kernel/services/monitor/locale/monitor.zh.ts'),
})

export const monitorText: Translate<MonitorTexts> = areaTexts<MonitorTexts>('monitor')
