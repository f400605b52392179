import { useMemo, type ReactNode } from 'react'
import type { Column } from '#kernel/ui/table-columns.ts'
import {
  amountColumn,
  documentColumn,
  optionalStateColumn,
  personColumn,
  stateColumn,
  textColumn,
  timeColumn,
  waitingColumn,
} from '#kernel/console/list/columns.tsx'
import { deleteDrafts } from '#kernel/console/list/delete-drafts.ts'
import { YEAR_RULE } from '#kernel/console/list/filter-rules.ts'
import type { FilterSpec } from '#kernel/console/list/filter-spec.ts'
import { labelOf, monthOptions } from '#kernel/console/form/options.ts'
import { ListView } from '#kernel/console/list/ListView.tsx'
import { ExportButton } from '#kernel/console/downloads/ExportButton.tsx'
import type { Options } from '#kernel/console/client/use-options.ts'
import { useSession } from '#kernel/console/shell/session-context.ts'
import { kernelText } from '#kernel/console/client/i18n.ts'
import { pushColours } from '#kernel/console/document/push-colours.ts'
import { EFFECT_STATES, type EffectState } from '#kernel/effects/effect.ts'
import { countryBudget } from '../country-budget.doc.ts'
import { approvalAddress, editAddress } from './budget-addresses.ts'
import { budgetApi, type CountryBudget } from './budget-api.ts'
import { useDepartments, usePools } from './budget-options.ts'
import { budgetText, fieldLabel, pageLabel } from './budget-texts.ts'
import { periodText } from './period.ts'

interface ApplicationListProps {
  /** Null: of all areas of the person. */
  readonly idc: string | null
  readonly primary: ReactNode
  /** Null while it is not known. */
  readonly mayApply: boolean | null
}

/** Applications with their state, who holds them and since when. */
export function ApplicationList({ idc, primary, mayApply }: ApplicationListProps) {
  const { userAccount } = useSession().user
  // Pools and departments are an area's: over all of them the codes stand for themselves.
  const pools = usePools(idc ?? '')
  const departments = useDepartments(idc ?? '', '')
  const columns = useMemo(() => applicationColumns(pools, departments, userAccount), [pools, departments, userAccount])
  const bulk = useMemo(
    () => (mayApply ? [deleteDrafts<CountryBudget>(countryBudget, userAccount)] : []),
    [mayApply, userAccount],
  )
  const fixedFilters = useMemo(() => (idc === null ? {} : { idcCode: idc }), [idc])
  return (
    <ListView<CountryBudget>
      name="countryBudget"
      caption={pageLabel('applications')}
      columns={columns}
      rowKey={idOf}
      rowLabel={noOf}
      filters={applicationFilters(idc === null ? null : { pools, departments })}
      fixedFilters={fixedFilters}
      defaultSort="-createdAt"
      fetchPage={(request, signal) => budgetApi.list(request, { signal, handles: true })}
      fetchCount={(filters, signal) => budgetApi.count(filters, { signal, handles: true })}
      addressOf={(row) => addressOf(row, userAccount)}
      bulk={mayApply === null ? null : bulk}
      tools={(view) => <ExportButton path={budgetApi.exportPath} right="budget.country.export" view={view} />}
      primary={primary}
    />
  )
}

const idOf = (row: CountryBudget): string => row.id
const noOf = (row: CountryBudget): string => row.no

/** A draft of one's own opens for editing; everything else opens as it stands. */
function addressOf(row: CountryBudget, account: string): string {
  const isMine = row.drafter.account === account
  return row.formInstanceId && !(isMine && row.state === 'draft')
    ? approvalAddress(row.formInstanceId)
    : editAddress(row)
}

function applicationColumns(pools: Options, departments: Options, account: string): readonly Column<CountryBudget>[] {
  const { states } = countryBudget
  return [
    documentColumn('no', fieldLabel('no'), { no: noOf, address: (row) => addressOf(row, account) }, { sort: 'no' }),
    textColumn('applyType', fieldLabel('applyType'), ({ applyType }) =>
      applyType ? budgetText(`documents.countryBudget.options.applyType.${applyType}`) : null,
    ),
    stateColumn('state', fieldLabel('state'), { state: (row) => row.state, colours: states, text: stateText }),
    amountColumn('totalAmount', fieldLabel('totalAmount'), (row) => row.totalAmount, {
      sort: 'totalAmount',
      currency: (row) => row.currency,
    }),
    optionalStateColumn('pushStatus', fieldLabel('pushStatus'), {
      state: (row) => row.pushStatus ?? null,
      colours: pushColours,
      text: pushText,
    }),
    personColumn('currentHolder', fieldLabel('currentHolder'), (row) => row.currentHolder),
    waitingColumn((row) => row.waitingSince, { key: 'waitingSince', title: fieldLabel('waitingSince') }),
    personColumn('drafter', fieldLabel('drafter'), (row) => row.drafter),
    textColumn('projectPoolCode', fieldLabel('projectPoolCode'), (row) => labelOf(pools, row.projectPoolCode)),
    textColumn('budgetDeptCode', fieldLabel('budgetDeptCode'), (row) => labelOf(departments, row.budgetDeptCode)),
    textColumn('period', pageLabel('period'), (row) => periodText(row.year, row.month)),
    timeColumn('createdAt', fieldLabel('createdAt'), (row) => row.createdAt, { sort: 'createdAt' }),
    textColumn('reason', fieldLabel('reason'), (row) => row.reason, { isHidden: true }),
    timeColumn('submittedAt', fieldLabel('submittedAt'), (row) => row.submittedAt, { isHidden: true }),
  ]
}

const STATES = ['draft', 'underApproval', 'approved', 'rejected'] as const

function pushText(state: EffectState): string {
  return kernelText(`pushStates.${state}`)
}

function stateText(state: CountryBudget['state']): string {
  return budgetText(`documents.countryBudget.states.${state}`)
}

function applicationFilters(
  ofArea: { readonly pools: Options; readonly departments: Options } | null,
): readonly FilterSpec[] {
  return [
    { kind: 'text', name: 'no', label: fieldLabel('no'), rule: { maxLength: 20 } },
    {
      kind: 'choice',
      name: 'state',
      label: fieldLabel('state'),
      options: STATES.map((state) => ({ value: state, label: stateText(state) })),
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
    ...(ofArea
      ? [
          { kind: 'choice' as const, name: 'projectPoolCode', label: fieldLabel('projectPoolCode'), ...ofArea.pools },
          {
            kind: 'choice' as const,
            name: 'budgetDeptCode',
            label: fieldLabel('budgetDeptCode'),
            ...ofArea.departments,
          },
        ]
      : []),
    {
      kind: 'choice',
      name: 'pushStatus',
      label: fieldLabel('pushStatus'),
      options: EFFECT_STATES.map((state) => ({ value: state, label: pushText(state) })),
    },
    { kind: 'dates', name: 'created', label: fieldLabel('createdAt') },
    { kind: 'text', name: 'drafter', label: fieldLabel('drafter') },
    { kind: 'number', name: 'year', label: fieldLabel('year'), rule: YEAR_RULE },
    { kind: 'choice', name: 'month', label: fieldLabel('month'), options: monthOptions().options, isNumber: true },
    productClassFilter(),
  ]
}

export function productClassFilter(): FilterSpec {
  return {
    kind: 'choice',
    name: 'productClass',
    label: fieldLabel('productClass'),
    options: (['phone', 'iot'] as const).map((value) => ({
      value,
      label: budgetText(`documents.countryBudget.options.productClass.${value}`),
    })),
  }
}
