import { useMemo, type ReactNode } from 'react'
import type { StateColour } from '#kernel/engine/definition/definition.ts'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { formAddress, pageAddress } from '#kernel/web/console/client/document-api.ts'
import {
  amountColumn,
  documentColumn,
  optionalStateColumn,
  personColumn,
  stateColumn,
  textColumn,
  timeColumn,
  waitingColumn,
} from '#kernel/web/console/list/columns.tsx'
import { deleteDrafts, submitDrafts } from '#kernel/web/console/list/document/delete-drafts.ts'
import { YEAR_RULE } from '#kernel/web/console/list/filters/filter-rules.ts'
import type { FilterSpec } from '#kernel/web/console/list/filters/filter-spec.ts'
import { labelOf, monthOptions } from '#kernel/web/console/form/options.ts'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import type { Options } from '#kernel/web/console/client/use-options.ts'
import { useSession } from '#kernel/web/console/shell/session-context.ts'
import { kernelText } from '#kernel/web/console/client/i18n.ts'
import { reserveColours } from '#kernel/web/console/document/reserve-colours.ts'
import { pushColours } from '#kernel/web/console/document/push-colours.ts'
import { RESERVE_WORDS, type ReserveState } from '#kernel/engine/reserve/reserve-states.ts'
import { EFFECT_STATES, type EffectState } from '#kernel/engine/definition/effect.ts'
import type { countryBudget } from './country-budget.doc.ts'
import type { budgetTransfer } from '../transfer/budget-transfer.doc.ts'
import type { poolBudget } from '../pool/pool-budget.doc.ts'
import { applicationApi, type Application } from '../shared/budget-api.web.ts'
import { useDepartments, usePools } from '../shared/budget-options.web.ts'
import { budgetText, fieldLabel } from '../shared/budget-texts.web.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { periodText } from '../period/period.web.ts'

interface ApplicationListProps {
  readonly definition: typeof countryBudget | typeof budgetTransfer | typeof poolBudget
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
export function ApplicationList({
  definition,
  kind,
  caption,
  exportRight,
  idc,
  primary,
  mayApply,
}: ApplicationListProps) {
  const { userAccount } = useSession().user
  // Pools and departments belong to an area: over all areas only their codes are shown.
  const pools = usePools(idc ?? '')
  const departments = useDepartments(idc ?? '', '')
  const columns = useMemo(
    () => applicationColumns({ definition, kind, pools, departments, account: userAccount }),
    [definition, kind, pools, departments, userAccount],
  )
  const bulk = useMemo(
    () =>
      mayApply
        ? [
            ...(definition.name === 'countryBudget' ? [submitDrafts<Application>(definition, userAccount)] : []),
            deleteDrafts<Application>(definition, userAccount),
          ]
        : [],
    [definition, mayApply, userAccount],
  )
  const fixedFilters = useMemo(() => (idc === null ? {} : { idcCode: idc }), [idc])
  const calls = applicationApi(definition.api)
  return (
    <ListView<Application>
      name={definition.name}
      caption={caption}
      columns={columns}
      rowKey={idOf}
      rowLabel={noOf}
      filters={applicationFilters(definition, kind, idc === null ? null : { pools, departments })}
      fixedFilters={fixedFilters}
      defaultSort="-createdAt"
      fetchPage={(request, signal) => calls.list(request, { signal, handles: true })}
      fetchCount={(filters, signal) => calls.count(filters, { signal, handles: true })}
      addressOf={(row) => addressOf(definition, row, userAccount)}
      bulk={mayApply === null ? null : bulk}
      tools={(view) => <ExportButton path={calls.exportPath} right={exportRight} view={view} />}
      primary={primary}
    />
  )
}

type Definition = ApplicationListProps['definition']

const idOf = (row: Application): string => row.id
const noOf = (row: Application): string => row.no

/** The person's own draft opens for editing; everything else for viewing. */
function addressOf(definition: Definition, row: Application, account: string): string {
  const isMine = row.drafter.account === account
  return row.formInstanceId && !(isMine && row.state === 'draft')
    ? pageAddress(definition, 'pc', row.formInstanceId)
    : (formAddress(definition, 'pc', row.no) ?? definition.pages.list)
}

interface ColumnsOf extends Pick<ApplicationListProps, 'definition' | 'kind'> {
  readonly pools: Options
  readonly departments: Options
  readonly account: string
}

function applicationColumns({
  definition,
  kind,
  pools,
  departments,
  account,
}: ColumnsOf): readonly Column<Application>[] {
  const text = documentTexts(definition)
  const colours: Readonly<Record<string, StateColour>> = definition.states
  const address = (row: Application): string => addressOf(definition, row, account)
  return [
    documentColumn('no', text.field('no'), { no: noOf, address }, { sort: 'no' }),
    textColumn(kind, text.field(kind), (row) => (row[kind] ? text.option(kind, row[kind]) : null)),
    ...(kind !== 'level' && has(definition, 'level')
      ? [
          textColumn<Application>('level', text.field('level'), (row) =>
            row.level ? text.option('level', row.level) : null,
          ),
        ]
      : []),
    stateColumn('state', text.field('state'), {
      state: (row) => row.state,
      colours,
      text: (state) => text.state(state),
    }),
    amountColumn('totalAmount', text.field('totalAmount'), (row) => row.totalAmount, {
      sort: 'totalAmount',
      currency: (row) => row.currency,
    }),
    optionalStateColumn('reserveStatus', text.field('reserveStatus'), {
      state: (row) => row.reserveStatus ?? null,
      colours: reserveColours,
      text: reserveText,
    }),
    optionalStateColumn('pushStatus', text.field('pushStatus'), {
      state: (row) => row.pushStatus ?? null,
      colours: pushColours,
      text: pushText,
    }),
    personColumn('currentHolder', text.field('currentHolder'), (row) => row.currentHolder),
    waitingColumn((row) => row.waitingSince, { key: 'waitingSince', title: text.field('waitingSince') }),
    personColumn('drafter', text.field('drafter'), (row) => row.drafter),
    ...(has(definition, 'projectPoolCode')
      ? [
          textColumn<Application>('projectPoolCode', text.field('projectPoolCode'), (row) =>
            labelOf(pools, row.projectPoolCode),
          ),
          textColumn<Application>('budgetDeptCode', text.field('budgetDeptCode'), (row) =>
            labelOf(departments, row.budgetDeptCode),
          ),
        ]
      : []),
    textColumn('period', pageLabel('period'), (row) => periodText(row.year, row.month ?? null)),
    timeColumn('createdAt', text.field('createdAt'), (row) => row.createdAt, { sort: 'createdAt' }),
    textColumn('reason', text.field('reason'), (row) => row.reason, { isHidden: true }),
    timeColumn('submittedAt', text.field('submittedAt'), (row) => row.submittedAt, { isHidden: true }),
  ]
}

/** Whether documents of this type have the field: pool applications have only area and year. */
function has({ fields }: Definition, field: string): boolean {
  return Object.hasOwn(fields, field)
}

const STATES = ['draft', 'underApproval', 'approved', 'rejected'] as const

function pushText(state: EffectState): string {
  return kernelText(`pushStates.${state}`)
}

function reserveText(state: ReserveState): string {
  return kernelText(`reserveStates.${state}`)
}

function applicationFilters(
  definition: Definition,
  kind: ApplicationListProps['kind'],
  ofArea: { readonly pools: Options; readonly departments: Options } | null,
): readonly FilterSpec[] {
  const text = documentTexts(definition)
  const kinds: readonly string[] =
    (definition.fields as Readonly<Record<string, { options?: readonly string[] }>>)[kind]?.options ?? []
  return [
    { kind: 'text', name: 'no', label: text.field('no'), rule: { maxLength: 20 } },
    {
      kind: 'choice',
      name: 'state',
      label: text.field('state'),
      options: STATES.map((value) => ({ value, label: text.state(value) })),
    },
    {
      kind: 'choice',
      name: kind,
      label: text.field(kind),
      options: kinds.map((value) => ({ value, label: text.option(kind, value) })),
    },
    ...(kind !== 'level' && has(definition, 'level')
      ? [
          {
            kind: 'choice' as const,
            name: 'level',
            label: text.field('level'),
            options: LEVELS.map((value) => ({ value, label: text.option('level', value) })),
          },
        ]
      : []),
    ...(ofArea && has(definition, 'projectPoolCode')
      ? [
          { kind: 'choice' as const, name: 'projectPoolCode', label: text.field('projectPoolCode'), ...ofArea.pools },
          {
            kind: 'choice' as const,
            name: 'budgetDeptCode',
            label: text.field('budgetDeptCode'),
            ...ofArea.departments,
          },
        ]
      : []),
    {
      kind: 'choice',
      name: 'reserveStatus',
      label: text.field('reserveStatus'),
      options: RESERVE_WORDS.map((value) => ({ value, label: reserveText(value) })),
    },
    {
      kind: 'choice',
      name: 'pushStatus',
      label: text.field('pushStatus'),
      options: EFFECT_STATES.map((value) => ({ value, label: pushText(value) })),
    },
    { kind: 'dates', name: 'created', label: text.field('createdAt') },
    ...(definition.name === 'budgetTransfer'
      ? [{ kind: 'text' as const, name: 'fromBudgetCode', label: text.lineField('fromBudgetCode'), isList: true }]
      : []),
    { kind: 'text', name: 'drafter', label: text.field('drafter') },
    { kind: 'number', name: 'year', label: text.field('year'), rule: YEAR_RULE },
    ...(has(definition, 'month')
      ? [
          {
            kind: 'choice' as const,
            name: 'month',
            label: text.field('month'),
            options: monthOptions().options,
            isNumber: true,
          },
          productClassFilter(),
        ]
      : []),
  ]
}

const LEVELS = ['country', 'project'] as const

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
