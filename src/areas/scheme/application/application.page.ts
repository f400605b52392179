import { lineColumns } from './application-columns.web.ts'
import { schemeApplication } from './scheme-application.doc.ts'
import { FrozenStockSection } from '../frozen-stock/FrozenStockSection.tsx'
import { schemePage } from '../shared/scheme-page.web.ts'

/** Policy applications on their pages. */
export const page = { ...schemePage(schemeApplication, 'budgets'), lineColumns }

export const sections = [FrozenStockSection]
