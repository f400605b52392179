import { loadPartTexts } from '../client/i18n.ts'
import type { ChartTexts } from './locale/chart.en.ts'

// Loaded with the pages that have a picture.
export const chartText = await loadPartTexts<ChartTexts>('chart', {
  en: () => import('./locale/chart.en.ts'),
  zh: () => import('./locale/chart.zh.ts'),
})
