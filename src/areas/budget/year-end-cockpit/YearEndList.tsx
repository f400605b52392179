import { useMemo, type ReactNode } from 'react'
import { DocumentList } from '#kernel/web/console/list/document/DocumentList.tsx'
import type { ShownOfList } from '#kernel/web/console/list/document/document-list.ts'
import { budgetYearEnd } from '../year-end/budget-year-end.doc.ts'
import { usePools } from '../shared/budget-options.web.ts'
import { yearEndText } from './year-end-texts.web.ts'

interface YearEndListProps {
  readonly idc: string
  readonly primary: ReactNode
  /** Null while it is not known. */
  readonly mayApply: boolean | null
}

/** All are of the area that the page is about. */
const SHOWN: ShownOfList = {
  columns: [
    'no',
    'kind',
    'state',
    'year',
    'projectPoolCode',
    'totalAmount',
    'carriedAmount',
    'lapsedAmount',
    'currentHolder',
    'waitingSince',
    'drafter',
    'createdAt',
    'undoOf',
    'reason',
  ],
  hidden: ['undoOf', 'reason'],
  filters: ['no', 'state', 'kind', 'year', 'projectPoolCode', 'drafter', 'createdFrom'],
}

/** Every year-end document of an area, in any year. */
export function YearEndList({ idc, primary, mayApply }: YearEndListProps) {
  const pools = usePools(idc)
  const lists = useMemo(() => ({ projectPoolCode: pools }), [pools])
  const fixedFilters = useMemo(() => ({ idcCode: idc }), [idc])
  return (
    <DocumentList
      definition={budgetYearEnd}
      caption={yearEndText('documents')}
      exportRight="budget.yearEnd.export"
      lists={lists}
      shown={SHOWN}
      fixedFilters={fixedFilters}
      emptyHint={yearEndText('noDocuments')}
      primary={primary}
      mayDraft={mayApply}
    />
  )
}
