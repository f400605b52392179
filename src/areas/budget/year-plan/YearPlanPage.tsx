import { Input } from 'antd'
import { useId, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { thisMonth, yearOptions } from '#kernel/web/console/form/options.ts'
import { importAddress, importApi } from '#kernel/web/console/imports/import-api.ts'
import { ImportButton } from '#kernel/web/console/imports/ImportButton.tsx'
import { ImportState } from '#kernel/web/console/imports/ImportState.tsx'
import { timeColumn } from '#kernel/web/console/list/columns.tsx'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import { useTabState } from '#kernel/web/console/shell/tabs/use-tab-state.ts'
import { OptionsFailed } from '#kernel/web/console/Banner.tsx'
import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { Field } from '#kernel/web/ui/Field.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { PLAN_TYPES, YEAR_PLAN } from './year-plan.ts'
import { useAreas } from '../shared/budget-options.web.ts'
import { budgetText, fieldLabel } from '../shared/budget-texts.web.ts'
import { planText } from './year-plan-texts.web.ts'
import './year-plan-page.css'

const LEVELS = ['country', 'project'] as const
type PlanType = (typeof PLAN_TYPES)[number]

/** A year's plan from one workbook: parameters, file, and earlier imports. */
export default function YearPlanPage() {
  const areas = useAreas()
  return (
    <ListPage title={planText('title')} tabs={areas.onRetry ? <OptionsFailed onRetry={areas.onRetry} /> : null}>
      <p className="year-plan-intro">{planText('intro')}</p>
      <Begin areas={areas} />
      <h2 className="year-plan-earlier">{planText('earlier')}</h2>
      <Earlier />
    </ListPage>
  )
}

function Begin({ areas }: { readonly areas: ReturnType<typeof useAreas> }) {
  const [query] = useSearchParams()
  const id = useId()
  const wanted = areas.options.find(({ idcCode }) => idcCode === query.get('idcCode')) ?? areas.options[0]
  const [chosen, setArea] = useTabState<string | null>('planArea', null)
  const [year, setYear] = useTabState<number>('planYear', Number(query.get('year')) || thisMonth().year + 1)
  const [applyType, setApplyType] = useTabState<PlanType>('planType', 'grant')
  const [level, setLevel] = useTabState<(typeof LEVELS)[number]>('planLevel', 'country')
  const [typed, setTyped] = useState<string | null>(null)
  const area = areas.options.find(({ value }) => value === chosen) ?? wanted
  const reason = typed ?? planText('reasonOf', { year })
  const isComplete = area !== undefined && reason.trim() !== ''
  const params = { idcCode: area?.idcCode ?? '', year, applyType, level, reason: reason.trim() }
  return (
    <div className="year-plan-begin">
      <Field id={`${id}area`} label={planText('area')} isRequired>
        <TextChoice
          value={area?.value}
          options={areas.options}
          isLoading={areas.isLoading}
          onChange={(value) => setArea(value)}
        />
      </Field>
      <Field id={`${id}year`} label={planText('year')} isRequired>
        <TextChoice
          value={String(year)}
          options={yearOptions(String(year)).options}
          onChange={(value) => {
            if (value) setYear(Number(value))
          }}
        />
      </Field>
      <Field id={`${id}type`} label={planText('applyType')} isRequired>
        <TextChoice
          value={applyType}
          options={PLAN_TYPES.map((type) => ({
            value: type,
            label: budgetText(`documents.countryBudget.options.applyType.${type}`),
          }))}
          onChange={(value) => {
            const type = PLAN_TYPES.find((each) => each === value)
            if (type) setApplyType(type)
          }}
        />
      </Field>
      <Field id={`${id}level`} label={fieldLabel('level')} isRequired>
        <TextChoice
          value={level}
          options={LEVELS.map((each) => ({
            value: each,
            label: budgetText(`documents.countryBudget.options.level.${each}`),
          }))}
          onChange={(value) => {
            const chosen = LEVELS.find((each) => each === value)
            if (chosen) setLevel(chosen)
          }}
        />
      </Field>
      <Field id={`${id}reason`} label={planText('reason')} isRequired>
        <Input value={reason} maxLength={500} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <div className="year-plan-go">
        <ImportButton
          kind={YEAR_PLAN}
          params={params}
          label={planText('choose')}
          isPrimary
          disabledReason={isComplete ? undefined : planText('incomplete')}
        />
      </div>
    </div>
  )
}

function Earlier() {
  const columns = useMemo(() => planColumns(), [])
  return (
    <ListView<ImportRunView>
      name="yearPlans"
      caption={planText('earlier')}
      columns={columns}
      rowKey={({ importId }) => importId}
      rowLabel={({ fileName }) => fileName}
      filters={NO_FILTERS}
      fetchPage={async ({ page, limit }, signal) => ({
        ...(await importApi.runs({ page, limit, kind: YEAR_PLAN }, { signal, handles: true })),
        capped: false,
      })}
      addressOf={({ importId }) => importAddress(importId)}
      emptyText={planText('none')}
      emptyHint={planText('noneHint')}
    />
  )
}

const NO_FILTERS: readonly [] = []

function planColumns(): readonly Column<ImportRunView>[] {
  const count = (key: string, title: string, of: (run: ImportRunView) => number): Column<ImportRunView> => ({
    key,
    title,
    align: 'right',
    render: (run) => (of(run) === 0 ? '/' : of(run).toLocaleString('en-US')),
  })
  const param = (key: 'idcCode' | 'year', title: string): Column<ImportRunView> => ({
    key,
    title,
    render: ({ params }) => String(params[key]),
  })
  return [
    { key: 'file', title: planText('file'), isFrozen: true, render: ({ fileName }) => fileName },
    param('idcCode', planText('area')),
    param('year', planText('year')),
    { key: 'state', title: planText('state'), render: ({ state }) => <ImportState state={state} /> },
    count('rows', planText('rows'), ({ rows }) => rows.total),
    count('bad', planText('bad'), ({ rows }) => rows.bad),
    count('written', planText('written'), ({ rows }) => rows.applied),
    timeColumn('created', planText('uploaded'), ({ createTime }) => createTime),
  ]
}
