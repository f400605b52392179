import { useCallback, useMemo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Amount } from '#kernel/ui/Amount.tsx'
import type { Column } from '#kernel/ui/DataTable.tsx'
import { StateMark } from '#kernel/ui/StateMark.tsx'
import { formatTime, minutesSince } from '#kernel/ui/time.ts'
import { durationText } from '#kernel/console/duration.ts'
import type { Options } from '#kernel/console/client/use-options.ts'
import type { FilterSpec } from '#kernel/console/list/FilterBar.tsx'
import { ListView } from '#kernel/console/list/ListView.tsx'
import type { Filters } from '#kernel/console/list/list-state.ts'
import { useSession } from '#kernel/console/shell/session-context.ts'
import { useNow } from '#kernel/console/use-now.ts'
import { countryBudget } from '../country-budget.doc.ts'
import { approvalAddress, editAddress } from './budget-addresses.ts'
import { budgetApi, type CountryBudget } from './budget-api.ts'
import { labelOf, useDepartments, usePools } from './budget-options.ts'
import { budgetText, fieldLabel, pageLabel } from './budget-texts.ts'
import { monthOptions, periodText } from './period.ts'
import { useOpen } from './use-open.ts'

/** Applications with their state, who holds them and since when. */
export function ApplicationList({ idc, primary }: { readonly idc: string; readonly primary: ReactNode }) {
  const now = useNow()
  const open = useOpen()
  const { user } = useSession()
  const pools = usePools(idc)
  const departments = useDepartments(idc, '')
  const typedFilters = useCallback(
    (filters: Filters) => {
      const { year, month, ...texts } = filters
      return {
        ...texts,
        idcCode: idc,
        ...(Number(year) ? { year: Number(year) } : {}),
        ...(month ? { month: Number(month) } : {}),
      }
    },
    [idc],
  )
  const columns = useMemo(
    () => applicationColumns(now, pools, departments, user.userAccount),
    [now, pools, departments, user.userAccount],
  )
  return (
    <ListView<CountryBudget>
      name="countryBudget"
      caption={pageLabel('applications')}
      columns={columns}
      rowKey={(row) => row.id}
      filters={applicationFilters(pools, departments)}
      typedFilters={typedFilters}
      defaultSort="-createdAt"
      fetchPage={(request, signal) => budgetApi.list(request, { signal, handles: true })}
      fetchCount={(filters, signal) => budgetApi.count(filters, { signal, handles: true })}
      onOpen={(row, isNewTab) => open(addressOf(row, user.userAccount), isNewTab)}
      primary={primary}
    />
  )
}

/** A draft of one's own opens for editing; everything else opens as it stands. */
function addressOf(row: CountryBudget, account: string): string {
  const isMine = row.drafter.account === account
  return row.formInstanceId && !(isMine && row.state === 'draft')
    ? approvalAddress(row.formInstanceId)
    : editAddress(row)
}

function applicationColumns(
  now: number,
  pools: Options,
  departments: Options,
  account: string,
): readonly Column<CountryBudget>[] {
  return [
    {
      key: 'no',
      title: fieldLabel('no'),
      width: 150,
      isFrozen: true,
      sort: 'no',
      render: (row) => (
        <Link className="code" to={addressOf(row, account)}>
          {row.no}
        </Link>
      ),
    },
    {
      key: 'applyType',
      title: fieldLabel('applyType'),
      render: (row) => (row.applyType ? budgetText(`documents.countryBudget.options.applyType.${row.applyType}`) : '/'),
    },
    {
      key: 'state',
      title: fieldLabel('state'),
      render: (row) => (
        <StateMark
          colour={countryBudget.states[row.state]}
          text={budgetText(`documents.countryBudget.states.${row.state}`)}
        />
      ),
    },
    {
      key: 'totalAmount',
      title: fieldLabel('totalAmount'),
      align: 'right',
      sort: 'totalAmount',
      render: (row) => <Amount value={row.totalAmount} currency={row.currency} />,
    },
    {
      key: 'holder',
      title: fieldLabel('currentHolder'),
      render: (row) => row.currentHolder.map((person) => person.name).join(', ') || '/',
    },
    {
      key: 'waiting',
      title: fieldLabel('waitingSince'),
      align: 'right',
      render: (row) =>
        row.waitingSince ? (
          <span title={formatTime(row.waitingSince)}>{durationText(minutesSince(row.waitingSince, now))}</span>
        ) : (
          '/'
        ),
    },
    { key: 'drafter', title: fieldLabel('drafter'), render: (row) => row.drafter.name },
    { key: 'pool', title: fieldLabel('projectPoolCode'), render: (row) => labelOf(pools, row.projectPoolCode) },
    {
      key: 'department',
      title: fieldLabel('budgetDeptCode'),
      render: (row) => labelOf(departments, row.budgetDeptCode),
    },
    { key: 'period', title: pageLabel('period'), render: (row) => periodText(row.year, row.month) },
    { key: 'createdAt', title: fieldLabel('createdAt'), sort: 'createdAt', render: (row) => formatTime(row.createdAt) },
  ]
}

const STATES = ['draft', 'underApproval', 'approved', 'rejected'] as const

function applicationFilters(pools: Options, departments: Options): readonly FilterSpec[] {
  return [
    { kind: 'text', name: 'no', label: fieldLabel('no') },
    {
      kind: 'choice',
      name: 'state',
      label: fieldLabel('state'),
      options: STATES.map((state) => ({ value: state, label: budgetText(`documents.countryBudget.states.${state}`) })),
    },
    {
      kind: 'choice',
      name: 'applyType',
      label: fieldLabel('applyType'),
      options: (['grant', 'revoke'] as const).map((value) => ({
        value,
        label: budgetText(`documents.countryBudget.options.applyType.${value}`),
      })),
    },
    { kind: 'choice', name: 'projectPoolCode', label: fieldLabel('projectPoolCode'), ...pools },
    { kind: 'choice', name: 'budgetDeptCode', label: fieldLabel('budgetDeptCode'), ...departments },
    { kind: 'dates', name: 'created', label: fieldLabel('createdAt') },
    { kind: 'text', name: 'drafter', label: fieldLabel('drafter') },
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
  ]
}
