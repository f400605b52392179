import { areaTexts } from '../client/i18n.ts'
import type { NotifyPageTexts } from './locale/en.ts'

/** The texts of these pages; loaded with the page (kernel-pages.ts), or with the bell's popup. */
export const notifyText = areaTexts<NotifyPageTexts>('notify')
