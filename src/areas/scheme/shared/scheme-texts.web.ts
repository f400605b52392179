import { areaTexts } from '#kernel/web/console/client/i18n.ts'
import type { SchemeTexts } from '../locale/en.ts'

/** Texts of the area that every page of it has. */
export const schemeText = areaTexts<SchemeTexts>('scheme')
