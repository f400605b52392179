import { lazy } from 'react'
import { DocumentPage } from '#kernel/console/document/DocumentPage.tsx'
import { countryBudgetPage } from './country-budget.page.ts'

const spec = {
  ...countryBudgetPage,
  Source: lazy(async () => ({ default: (await import('./DeskFigure.tsx')).DeskFigure })),
}

/** One application, to decide on and to read, on the desktop. */
export default function CountryApprovalPage() {
  return <DocumentPage spec={spec} />
}
