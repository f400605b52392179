import type { MonitorTexts } from '#kernel/services/monitor/locale/monitor.en.ts'
import { loadPartTexts } from '../client/i18n.ts'

// Loaded on demand, for administrators.
export const monitorText = await loadPartTexts<MonitorTexts>('monitor', {
  en: () => import('#kernel/services/monitor/locale/monitor.en.ts'),
  zh: () => import('#kernel/services/monitor/locale/monitor.zh.ts'),
})
