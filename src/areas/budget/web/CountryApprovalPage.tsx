import { DocumentPage } from '#kernel/console/document/DocumentPage.tsx'
import { countryBudgetPage } from './country-budget.page.ts'
import { DeskFigure } from './DeskFigure.tsx'

const spec = { ...countryBudgetPage, Source: DeskFigure }

/** One application, to decide on and to read, on the desktop. */
export default function CountryApprovalPage() {
  return <DocumentPage spec={spec} />
}
