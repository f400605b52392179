import { Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { formatAmount } from '#kernel/money/money.ts'
import { Amount } from '#kernel/ui/Amount.tsx'
import type { Column } from '#kernel/ui/DataTable.tsx'
import { queryKeys } from '#kernel/console/client/query-keys.ts'
import { notify } from '#kernel/console/client/notices.ts'
import { pageText } from '#kernel/console/client/i18n.ts'
import type { Options } from '#kernel/console/client/use-options.ts'
import type { FilterSpec } from '#kernel/console/list/FilterBar.tsx'
import { ListView } from '#kernel/console/list/ListView.tsx'
import type { Filters } from '#kernel/console/list/list-state.ts'
import { applyAddress } from './budget-addresses.ts'
import { budgetApi, type Bucket, type BudgetLine } from './budget-api.ts'
import {
  labelOf,
  useBusinessTypes,
  useCountries,
  useDepartments,
  usePools,
  useProductLines,
  type AreaOption,
} from './budget-options.ts'
import { budgetText, fieldLabel, lineFieldLabel, pageLabel } from './budget-texts.ts'
import { monthOptions, periodText } from './period.ts'
import { useOpen } from './use-open.ts'

const PostingsDrawer = lazy(() => import('./PostingsDrawer.tsx').then((module) => ({ default: module.PostingsDrawer })))

interface BudgetLineListProps {
  readonly idc: string
  readonly area: AreaOption | undefined
  readonly primary: ReactNode
  readonly mayApply: boolean
}

/** Budget lines with every amount; any number opens the postings it is the sum of. */
export function BudgetLineList({ idc, area, primary, mayApply }: BudgetLineListProps) {
  const names = useLineNames(idc)
  const open = useOpen()
  const [drill, setDrill] = useState<{ readonly line: BudgetLine; readonly bucket: Bucket } | null>(null)
  const [chosen, setChosen] = useState<readonly BudgetLine[]>([])
  const columns = useMemo(() => lineColumns(names, (line, bucket) => setDrill({ line, bucket })), [names])
  const selection = {
    keys: new Set(chosen.map((line) => line.budgetCode)),
    labelOf: (line: BudgetLine) => pageLabel('select', { code: line.budgetCode }),
    onToggle: (line: BudgetLine) =>
      setChosen((lines) => {
        const others = lines.filter((other) => other.budgetCode !== line.budgetCode)
        return others.length < lines.length ? others : [...lines, line]
      }),
  }
  const revokeChosen = (): void => {
    if (chosen.every((line) => sameBudget(line, chosen[0])))
      open(
        applyAddress(
          'revoke',
          area,
          chosen.map((line) => line.budgetCode),
        ),
      )
    else notify('error', pageLabel('mixed'))
  }
  return (
    <>
      <ListView<BudgetLine>
        name="budgetLine"
        caption={pageLabel('lines')}
        columns={columns}
        rowKey={(line) => line.budgetCode}
        selection={mayApply ? selection : undefined}
        filters={lineFilters(names)}
        typedFilters={typedLineFilters}
        fetchPage={(request, signal) => budgetApi.lines(idc, request, { signal, handles: true })}
        fetchCount={(filters, signal) => budgetApi.lineCount(idc, filters, { signal, handles: true })}
        totals={(filters) => <LineTotals idc={idc} filters={filters} />}
        primary={
          <>
            {primary}
            {chosen.length > 0 ? (
              <Button onClick={revokeChosen}>{pageLabel('revokeSelected', { count: chosen.length })}</Button>
            ) : null}
          </>
        }
        emptyHint={pageLabel('emptyLines')}
      />
      {drill ? (
        <Suspense fallback={null}>
          <PostingsDrawer line={drill.line} bucket={drill.bucket} onClose={() => setDrill(null)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** What a reader looks for first stands first. */
const COLUMN_ORDER: readonly Bucket[] = [
  'current',
  'available',
  'held',
  'granted',
  'revoked',
  'occupied',
  'committed',
  'accrued',
  'executed',
]

/** B7: budgets of one application share pool, department, year, month and product class. */
function sameBudget(line: BudgetLine, first: BudgetLine | undefined): boolean {
  const shared = ['projectPoolCode', 'budgetDeptCode', 'year', 'month', 'productClass', 'currency'] as const
  return first !== undefined && shared.every((key) => line[key] === first[key])
}

interface LineNames {
  readonly pools: Options
  readonly departments: Options
  readonly countries: Options
  readonly businessTypes: Options
  readonly productLines: Options
}

function useLineNames(idc: string): LineNames {
  const pools = usePools(idc)
  const departments = useDepartments(idc, '')
  const countries = useCountries(idc)
  const businessTypes = useBusinessTypes(idc)
  const productLines = useProductLines(idc)
  return useMemo(
    () => ({ pools, departments, countries, businessTypes, productLines }),
    [pools, departments, countries, businessTypes, productLines],
  )
}

function typedLineFilters(filters: Filters): Readonly<Record<string, unknown>> {
  const { year, month, ...texts } = filters
  return { ...texts, ...(Number(year) ? { year: Number(year) } : {}), ...(month ? { month: Number(month) } : {}) }
}

function lineFilters(names: LineNames): readonly FilterSpec[] {
  return [
    { kind: 'text', name: 'budgetCode', label: pageLabel('budgetCode') },
    { kind: 'choice', name: 'countryCode', label: lineFieldLabel('countryCode'), ...names.countries },
    { kind: 'choice', name: 'projectPoolCode', label: fieldLabel('projectPoolCode'), ...names.pools },
    { kind: 'choice', name: 'budgetDeptCode', label: fieldLabel('budgetDeptCode'), ...names.departments },
    { kind: 'text', name: 'year', label: fieldLabel('year') },
    { kind: 'choice', name: 'month', label: fieldLabel('month'), options: monthOptions() },
    {
      kind: 'choice',
      name: 'productClass',
      label: fieldLabel('productClass'),
      options: (['phone', 'iot'] as const).map((value) => ({
        value,
        label: budgetText(`documents.countryBudget.options.productClass.${value}`),
      })),
    },
    { kind: 'choice', name: 'productLineCode', label: lineFieldLabel('productLineCode'), ...names.productLines },
    { kind: 'text', name: 'projectCode', label: lineFieldLabel('projectCode') },
  ]
}

function lineColumns(
  names: LineNames,
  onDrill: (line: BudgetLine, bucket: Bucket) => void,
): readonly Column<BudgetLine>[] {
  return [
    {
      key: 'budgetCode',
      title: pageLabel('budgetCode'),
      isFrozen: true,
      render: (line) => <span className="code">{line.budgetCode}</span>,
    },
    { key: 'country', title: lineFieldLabel('countryCode'), render: (line) => line.countryName },
    { key: 'project', title: lineFieldLabel('projectCode'), render: (line) => line.projectName },
    { key: 'period', title: pageLabel('period'), render: (line) => periodText(line.year, line.month) },
    { key: 'currency', title: pageLabel('currency'), render: (line) => line.currency },
    ...COLUMN_ORDER.map((bucket): Column<BudgetLine> => ({
      key: bucket,
      title: pageLabel(`buckets.${bucket}`),
      align: 'right',
      render: (line) => (
        <button
          type="button"
          className="drill"
          aria-label={`${pageLabel('postingsOf', { bucket: pageLabel(`buckets.${bucket}`), code: line.budgetCode })}: ${formatAmount(line[bucket])}`}
          onClick={() => onDrill(line, bucket)}
        >
          <Amount value={line[bucket]} />
        </button>
      ),
    })),
    { key: 'pool', title: fieldLabel('projectPoolCode'), render: (line) => labelOf(names.pools, line.projectPoolCode) },
    {
      key: 'department',
      title: fieldLabel('budgetDeptCode'),
      render: (line) => labelOf(names.departments, line.budgetDeptCode),
    },
    {
      key: 'businessType',
      title: pageLabel('businessType'),
      render: (line) => labelOf(names.businessTypes, `${line.fscId}|${line.subBusiCode}`),
    },
    {
      key: 'productLine',
      title: lineFieldLabel('productLineCode'),
      render: (line) => labelOf(names.productLines, line.productLineCode),
    },
  ]
}

/** One line for each currency: amounts of different currencies are never added. */
function LineTotals({ idc, filters }: { readonly idc: string; readonly filters: Readonly<Record<string, unknown>> }) {
  const { data } = useQuery({
    queryKey: queryKeys.sum('budgetLine', [idc, filters]),
    queryFn: ({ signal }) => budgetApi.sums(idc, filters, { signal, handles: true }),
  })
  if (!data || data.length === 0) return null
  return (
    <div className="totals" role="group" tabIndex={0} aria-label={pageText('list.totals')}>
      {data.map((sum) => (
        <div key={sum.currency} className="totals-row">
          <strong>{sum.currency}</strong>
          {COLUMN_ORDER.map((bucket) => (
            <dl key={bucket}>
              <dt>{pageLabel(`buckets.${bucket}`)}</dt>
              <dd>
                <Amount value={sum[bucket]} />
              </dd>
            </dl>
          ))}
        </div>
      ))}
    </div>
  )
}
