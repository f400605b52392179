import { useMemo, type ReactNode } from 'react'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { textColumn } from '#kernel/web/console/list/columns.tsx'
import { DocumentList } from '#kernel/web/console/list/document/DocumentList.tsx'
import type { DocumentRow, ShownOfList } from '#kernel/web/console/list/document/document-list.ts'
import type { FilterSpec } from '#kernel/web/console/list/filters/filter-spec.ts'
import { monthOptions } from '#kernel/web/console/form/options.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { useDepartments, usePools } from '../shared/budget-options.web.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { periodText } from '../period/period.web.ts'

interface ApplicationListProps {
  readonly definition: AnyDefinition
  /** The field with its kind: grant or revoke, between countries or projects. */
  readonly kind: 'applyType' | 'level'
  readonly caption: string
  readonly exportRight: string
  /** Null: all areas of the person. */
  readonly idc: string | null
  readonly primary: ReactNode
  /** Null while it is not known. */
  readonly mayApply: boolean | null
}

/** Applications with state, assignees and waiting time. */
export function ApplicationList({ definition, kind, idc, mayApply, ...props }: ApplicationListProps) {
  // Pools and departments belong to an area: over all areas only their codes are shown.
  const pools = usePools(idc ?? '')
  const departments = useDepartments(idc ?? '', '')
  const lists = useMemo(
    () => ({ projectPoolCode: pools, budgetDeptCode: departments, month: monthOptions() }),
    [pools, departments],
  )
  const shown = useMemo(() => shownOf(definition, kind, idc !== null), [definition, kind, idc])
  const fixedFilters = useMemo(() => (idc === null ? {} : { idcCode: idc }), [idc])
  return (
    <DocumentList
      definition={definition}
      lists={lists}
      shown={shown}
      fixedFilters={fixedFilters}
      mayDraft={mayApply}
      submitsDrafts={definition.actions['submit']?.bulk === true}
      {...props}
    />
  )
}

/** Pools are asked for by area and year alone; countries and projects by month, pool and department as well. */
function shownOf(definition: AnyDefinition, kind: ApplicationListProps['kind'], isOfArea: boolean): ShownOfList {
  const has = (field: string): boolean => Object.hasOwn(definition.fields, field)
  const kinds = kind !== 'level' && has('level') ? [kind, 'level'] : [kind]
  const funding = has('projectPoolCode') ? ['projectPoolCode', 'budgetDeptCode'] : []
  const period = (row: DocumentRow) => periodText(row['year'] as number | null, (row['month'] ?? null) as number | null)
  const givers: readonly FilterSpec[] = Object.hasOwn(definition.lines, 'fromBudgetCode')
    ? [
        {
          kind: 'text',
          name: 'fromBudgetCode',
          label: documentTexts(definition).lineField('fromBudgetCode'),
          isList: true,
        },
      ]
    : []
  return {
    columns: [
      'no',
      ...kinds,
      'state',
      'totalAmount',
      'reserveStatus',
      'pushStatus',
      'currentHolder',
      'waitingSince',
      'drafter',
      ...funding,
      textColumn('period', pageLabel('period'), period),
      'createdAt',
      'reason',
      'submittedAt',
    ],
    hidden: ['reason', 'submittedAt'],
    filters: [
      'no',
      'state',
      ...kinds,
      ...(isOfArea ? funding : []),
      'reserveStatus',
      'pushStatus',
      'createdFrom',
      ...givers,
      'drafter',
      'year',
      ...(has('month') ? ['month', 'productClass'] : []),
    ],
  }
}
