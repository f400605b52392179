import { useMemo, type ReactNode } from 'react'
import type { StateColour } from '#kernel/engine/definition/definition.ts'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { type DocumentHead, formAddress, pageAddress } from '#kernel/web/console/client/document-api.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import type { Options } from '#kernel/web/console/client/use-options.ts'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { labelOf } from '#kernel/web/console/form/options.ts'
import {
  amountColumn,
  documentColumn,
  personColumn,
  stateColumn,
  textColumn,
  timeColumn,
  waitingColumn,
} from '#kernel/web/console/list/columns.tsx'
import { deleteDrafts } from '#kernel/web/console/list/document/delete-drafts.ts'
import { YEAR_RULE } from '#kernel/web/console/list/filters/filter-rules.ts'
import type { FilterSpec } from '#kernel/web/console/list/filters/filter-spec.ts'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import { useSession } from '#kernel/web/console/shell/session-context.ts'
import { budgetYearEnd } from '../year-end/budget-year-end.doc.ts'
import { applicationApi } from '../shared/budget-api.web.ts'
import { usePools } from '../shared/budget-options.web.ts'
import { yearEndText } from './year-end-texts.web.ts'

interface YearEndDocument extends DocumentHead {
  readonly kind: string
  readonly year: number | null
  readonly projectPoolCode: string | null
  readonly currency: string
  readonly undoOf: string | null
  readonly reason: string
  readonly totalAmount: string | null
  readonly carriedAmount: string | null
  readonly lapsedAmount: string | null
}

interface YearEndListProps {
  readonly idc: string
  readonly primary: ReactNode
  /** Null while it is not known. */
  readonly mayApply: boolean | null
}

/** Every year-end document of an area, in any year. */
export function YearEndList({ idc, primary, mayApply }: YearEndListProps) {
  const { userAccount } = useSession().user
  const pools = usePools(idc)
  const columns = useMemo(() => columnsOf(pools, userAccount), [pools, userAccount])
  const bulk = useMemo(
    () => (mayApply ? [deleteDrafts<YearEndDocument>(budgetYearEnd, userAccount)] : []),
    [mayApply, userAccount],
  )
  const fixedFilters = useMemo(() => ({ idcCode: idc }), [idc])
  const calls = applicationApi<YearEndDocument>(budgetYearEnd.api)
  return (
    <ListView<YearEndDocument>
      name={budgetYearEnd.name}
      caption={yearEndText('documents')}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.no}
      filters={filtersOf(pools)}
      fixedFilters={fixedFilters}
      defaultSort="-createdAt"
      fetchPage={(request, signal) => calls.list(request, { signal, handles: true })}
      fetchCount={(filters, signal) => calls.count(filters, { signal, handles: true })}
      addressOf={(row) => addressOf(row, userAccount)}
      bulk={mayApply === null ? null : bulk}
      tools={(view) => <ExportButton path={calls.exportPath} right="budget.yearEnd.export" view={view} />}
      primary={primary}
      emptyHint={yearEndText('noDocuments')}
    />
  )
}

function addressOf(row: YearEndDocument, account: string): string {
  const isMine = row.drafter.account === account
  return row.formInstanceId && !(isMine && row.state === 'draft')
    ? pageAddress(budgetYearEnd, 'pc', row.formInstanceId)
    : (formAddress(budgetYearEnd, 'pc', row.no) ?? budgetYearEnd.pages.list)
}

function columnsOf(pools: Options, account: string): readonly Column<YearEndDocument>[] {
  const text = documentTexts(budgetYearEnd)
  const colours: Readonly<Record<string, StateColour>> = budgetYearEnd.states
  const sum = (name: 'totalAmount' | 'carriedAmount' | 'lapsedAmount') =>
    amountColumn<YearEndDocument>(name, text.field(name), (row) => row[name], {
      ...(name === 'totalAmount' ? { sort: name } : {}),
      currency: (row) => row.currency,
    })
  return [
    documentColumn(
      'no',
      text.field('no'),
      { no: (row) => row.no, address: (row) => addressOf(row, account) },
      { sort: 'no' },
    ),
    textColumn('kind', text.field('kind'), (row) => text.option('kind', row.kind)),
    stateColumn('state', text.field('state'), {
      state: (row) => row.state,
      colours,
      text: (state) => text.state(state),
    }),
    textColumn('year', text.field('year'), (row) => row.year),
    textColumn('projectPoolCode', text.field('projectPoolCode'), (row) =>
      row.projectPoolCode ? labelOf(pools, row.projectPoolCode) : null,
    ),
    sum('totalAmount'),
    sum('carriedAmount'),
    sum('lapsedAmount'),
    personColumn('currentHolder', text.field('currentHolder'), (row) => row.currentHolder),
    waitingColumn((row) => row.waitingSince, { key: 'waitingSince', title: text.field('waitingSince') }),
    personColumn('drafter', text.field('drafter'), (row) => row.drafter),
    timeColumn('createdAt', text.field('createdAt'), (row) => row.createdAt, { sort: 'createdAt' }),
    textColumn('undoOf', text.field('undoOf'), (row) => row.undoOf, { isHidden: true }),
    textColumn('reason', text.field('reason'), (row) => row.reason, { isHidden: true }),
  ]
}

function filtersOf(pools: Options): readonly FilterSpec[] {
  const text = documentTexts(budgetYearEnd)
  const kinds = budgetYearEnd.fields.kind.options ?? []
  const states = Object.keys(budgetYearEnd.states)
  return [
    { kind: 'text', name: 'no', label: text.field('no'), rule: { maxLength: 20 } },
    {
      kind: 'choice',
      name: 'state',
      label: text.field('state'),
      options: states.map((value) => ({ value, label: text.state(value) })),
    },
    {
      kind: 'choice',
      name: 'kind',
      label: text.field('kind'),
      options: kinds.map((value) => ({ value, label: text.option('kind', value) })),
    },
    { kind: 'number', name: 'year', label: text.field('year'), rule: YEAR_RULE },
    { kind: 'choice', name: 'projectPoolCode', label: text.field('projectPoolCode'), ...pools },
    { kind: 'text', name: 'drafter', label: text.field('drafter') },
    { kind: 'dates', name: 'created', label: text.field('createdAt') },
  ]
}
