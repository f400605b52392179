import type { FlowTexts } from '#kernel/base/i18n/locale/flow.en.ts'
import { areaTexts, type Translate } from '../client/i18n.ts'

/** The texts of approvals; they are loaded with the kernel's. */
export const flowText: Translate<FlowTexts> = areaTexts<FlowTexts>('flow')
