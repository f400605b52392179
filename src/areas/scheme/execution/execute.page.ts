import { schemeExecute } from './scheme-execute.doc.ts'
import { schemePage } from '../shared/scheme-page.web.ts'
import { SettlementSection } from '../settlement/SettlementSection.tsx'

export const page = schemePage(schemeExecute)

export const sections = [SettlementSection]
