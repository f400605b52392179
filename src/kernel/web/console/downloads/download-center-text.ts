import { loadPartTexts } from '../client/i18n.ts'
import type { DownloadCenterTexts } from './locale/download-center.en.ts'

// Loaded with the download centre alone: every other page would fetch them for nothing.
export const downloadCenterText = await loadPartTexts<DownloadCenterTexts>('downloadCenter', {
  en: () => import('./locale/download-center.en.ts'),
  zh: () => import('./locale/download-center.zh.ts'),
})
