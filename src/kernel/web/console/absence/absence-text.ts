import type { AbsencePageTexts } from '#kernel/services/absence/locale/absence-page.en.ts'
import { loadPartTexts } from '../client/i18n.ts'

/** The texts of the absence page. */
export const absenceText = await loadPartTexts<AbsencePageTexts>('absencePage', {
  en: () => import('#kernel/services/absence/locale/absence-page.en.ts'),
  zh: () => import('#kernel/services/absence/locale/absence-page.zh.ts'),
})
