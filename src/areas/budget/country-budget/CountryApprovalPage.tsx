import { DocumentPage } from '#kernel/web/console/document/DocumentPage.tsx'
import { countryBudgetPage } from './country-budget.page.ts'
import { DeskFigure } from '../explain/DeskFigure.tsx'

const spec = { ...countryBudgetPage, Source: DeskFigure }

/** One application, to decide on and to read, on the desktop. */
export default function CountryApprovalPage() {
  return <DocumentPage spec={spec} />
}
