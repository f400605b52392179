import { Button } from 'antd'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { post } from '#kernel/web/console/client/api.ts'
import { type DocumentHead, formAddress, pageAddress } from '#kernel/web/console/client/document-api.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import type { Page } from '#kernel/web/console/client/paging.ts'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { labelOf } from '#kernel/web/console/form/options.ts'
import {
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
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import { useButtons, useSession } from '#kernel/web/console/shell/session-context.ts'
import { OptionsFailed } from '#kernel/web/console/Banner.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { budgetSetting } from './budget-setting.doc.ts'
import { ALL, AreaPicker } from '../budget-line/AreaPicker.tsx'
import { settingAddress } from '../shared/budget-addresses.web.ts'
import { type AreaOption, useAreas } from '../shared/budget-options.web.ts'
import { useOpen } from '../spending/use-open.web.ts'
import './setting-texts.web.ts'
import '../budget-line/country-list-page.css'

export { prefetchAreas as ahead } from '../shared/budget-options.web.ts'

interface SettingRow extends DocumentHead {
  readonly target: 'line' | 'pool' | null
  readonly areaId: number | null
  readonly year: number | null
  readonly mode: string | null
  readonly reason: string | null
}

const { api, states } = budgetSetting
type State = keyof typeof states

const idOf = (row: SettingRow): string => row.id
const noOf = (row: SettingRow): string => row.no

/** The list of changes of budget control, with assignees. */
export default function SettingListPage() {
  const [query, setQuery] = useSearchParams()
  const { userAccount } = useSession().user
  const buttons = useButtons('budget_setting_list')
  const areas = useAreas()
  const open = useOpen()
  const texts = documentTexts(budgetSetting)
  const area = areas.options.find((option) => option.idcCode === query.get('idcCode'))
  const idcCode = area?.idcCode ?? null
  const columns = useMemo(() => settingListColumns(userAccount, areas.options), [userAccount, areas.options])
  const filters = useMemo(() => settingFilters(), [])
  const fixedFilters = useMemo(() => (idcCode === null ? {} : { idcCode }), [idcCode])
  const mayAsk = buttons?.('budget.setting.submit') ?? null
  const bulk = useMemo(
    () => (mayAsk === null ? null : mayAsk ? [deleteDrafts<SettingRow>(budgetSetting, userAccount)] : []),
    [mayAsk, userAccount],
  )
  return (
    <ListPage
      title={texts.text('label')}
      aside={
        <AreaPicker
          areas={areas}
          idcCode={idcCode}
          withAll
          onChange={(next) => setQuery(next === ALL ? {} : { idcCode: next })}
        />
      }
      tabs={areas.onRetry ? <OptionsFailed onRetry={areas.onRetry} /> : null}
    >
      <ListView<SettingRow>
        key={idcCode ?? ALL}
        name={budgetSetting.name}
        caption={texts.text('label')}
        columns={columns}
        rowKey={idOf}
        rowLabel={noOf}
        filters={filters}
        fixedFilters={fixedFilters}
        defaultSort="-createdAt"
        fetchPage={(request, signal) =>
          post<Page<SettingRow>>(`${api}/queryByPage`, request, { signal, handles: true })
        }
        fetchCount={(asked, signal) => post(`${api}/count`, asked, { signal, handles: true })}
        addressOf={(row) => addressOf(row, userAccount)}
        bulk={bulk}
        tools={(view) => <ExportButton path={`${api}/export`} right="budget.setting.export" view={view} />}
        primary={
          mayAsk ? (
            <>
              <Button type="primary" icon={<Icon name="plus" />} onClick={() => open(settingAddress('line', area))}>
                {texts.text('titles.line')}
              </Button>
              <Button icon={<Icon name="plus" />} onClick={() => open(settingAddress('pool', area))}>
                {texts.text('titles.pool')}
              </Button>
            </>
          ) : null
        }
      />
    </ListPage>
  )
}

/** The person's own draft opens for editing; everything else for viewing. */
function addressOf(row: SettingRow, account: string): string {
  const isMine = row.drafter.account === account
  return row.formInstanceId && !(isMine && row.state === 'draft')
    ? pageAddress(budgetSetting, 'pc', row.formInstanceId)
    : (formAddress(budgetSetting, 'pc', row.no) ?? '')
}

function settingListColumns(account: string, areas: readonly AreaOption[]): readonly Column<SettingRow>[] {
  const texts = documentTexts(budgetSetting)
  const field = (name: string) => texts.field(name)
  return [
    documentColumn('no', field('no'), { no: noOf, address: (row) => addressOf(row, account) }, { sort: 'no' }),
    textColumn('target', field('target'), (row) => (row.target ? texts.option('target', row.target) : null)),
    stateColumn('state', field('state'), {
      state: (row) => row.state as State,
      colours: states,
      text: (state) => texts.state(state),
    }),
    textColumn('areaId', field('areaId'), (row) => labelOf({ options: areas }, row.areaId?.toString())),
    textColumn('year', field('year'), (row) => row.year?.toString() ?? null),
    textColumn('mode', field('mode'), (row) => (row.mode ? texts.option('mode', row.mode) : null)),
    personColumn('currentHolder', field('currentHolder'), (row) => row.currentHolder),
    waitingColumn((row) => row.waitingSince, { key: 'waitingSince', title: field('waitingSince') }),
    personColumn('drafter', field('drafter'), (row) => row.drafter),
    textColumn('reason', field('reason'), (row) => row.reason),
    timeColumn('createdAt', field('createdAt'), (row) => row.createdAt, { sort: 'createdAt' }),
  ]
}

function settingFilters(): readonly FilterSpec[] {
  const texts = documentTexts(budgetSetting)
  const field = (name: string) => texts.field(name)
  const choice = (name: 'target' | 'mode'): FilterSpec => ({
    kind: 'choice',
    name,
    label: field(name),
    options: (budgetSetting.fields[name].options ?? []).map((value) => ({ value, label: texts.option(name, value) })),
  })
  return [
    { kind: 'text', name: 'no', label: field('no'), rule: { maxLength: 20 } },
    {
      kind: 'choice',
      name: 'state',
      label: field('state'),
      options: Object.keys(states).map((value) => ({ value, label: texts.state(value) })),
    },
    choice('target'),
    choice('mode'),
    { kind: 'number', name: 'year', label: field('year'), rule: YEAR_RULE },
    { kind: 'dates', name: 'created', label: field('createdAt') },
    { kind: 'text', name: 'drafter', label: field('drafter') },
  ]
}
