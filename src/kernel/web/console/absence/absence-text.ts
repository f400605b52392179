import type { AbsencePageTexts } from '#kernel/services/absence/locale/absence-page.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

await loadPartTexts('absencePage', {
  en: () => import('#kernel/services/absence/locale/absence-page.en.ts'),
  zh: () => import('#kernel/services/absence/locale/absence-page.zh.ts'),
})

/** The texts of the absence page. */
export const absenceText: Translate<AbsencePageTexts> = areaTexts<AbsencePageTexts>('absencePage')
