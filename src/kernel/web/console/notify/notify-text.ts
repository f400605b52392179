import { areaTexts } from '../client/i18n.ts'
import type { NotifyPageTexts } from './locale/en.ts'

/** The texts of these pages; they are there once the page is (kernel-pages.ts), or the list under the bell. */
export const notifyText = areaTexts<NotifyPageTexts>('notify')
