import { useQuery } from '@tanstack/react-query'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { settingCalls } from '#kernel/web/console/setting/setting-calls.ts'
import type { SettingForm } from '#kernel/web/console/setting/use-setting-editor.ts'
import type { SheetColumn, Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import type { SegregationRulesContent, SegregationRule } from '../permission-wire.ts'
import { Loading } from '../Loading.tsx'
import { permissionApi, permissionKeys, permissionPaths } from '../permission-api.web.ts'
import { label } from '../permission-texts.web.ts'
import { SheetSetting } from '../SheetSetting.tsx'
import { useSettingPage } from '../use-setting-page.web.ts'
import '../permission.css'

const calls = settingCalls<SegregationRulesContent>(permissionPaths.segregationRule, {
  menu: 'permission_segregation_rules',
  edit: 'permission.segregationRule.edit',
  publish: 'permission.segregationRule.publish',
})

/** The segregation rules, and the people who violate them. */
export default function SegregationRulesPage() {
  const page = useSettingPage(permissionPaths.segregationRule, 'segregationRules', (asked) =>
    calls.read('segregationRules', asked),
  )
  return (
    <>
      <header className="page-head">
        <h1>{label('segregationRules.title')}</h1>
        <div className="page-head-tools">
          <ExportButton path={`${permissionPaths.segregationRule}/export`} right="permission.export" />
        </div>
      </header>
      <p className="permission-hint">{label('segregationRules.hint')}</p>
      <Loading {...page.loading} />
      {page.data ? (
        <SheetSetting
          key={page.reading}
          calls={calls}
          loaded={page.data}
          form={form}
          label={label('segregationRules.rows')}
          onDone={page.onDone}
        >
          <Holders />
        </SheetSetting>
      ) : null}
    </>
  )
}

const form: SettingForm<SegregationRulesContent> = {
  empty: { segregationRules: [] },
  sheeted: ({ segregationRules }) => ({ head: {}, rows: segregationRules.map(rowOf) }),
  contentOf: (_head, rows) => ({ segregationRules: rows.map(segregationRuleOf) }),
  columns: segregationRuleColumns,
  headTexts: () => [],
  identity: 'code',
  name: 'code',
  isOrdered: false,
  columnOf: (field) => field ?? 'code',
}

function segregationRuleColumns(): readonly SheetColumn[] {
  const effects = (['flag', 'refuse'] as const).map((value) => ({
    value,
    label: label(`segregationRules.effects.${value}`),
  }))
  return [
    {
      kind: 'text',
      key: 'code',
      title: label('segregationRules.code'),
      width: 130,
      maxLength: 40,
      isFrozen: true,
      isRequired: true,
    },
    {
      kind: 'text',
      key: 'nameZh',
      title: label('segregationRules.nameZh'),
      width: 160,
      maxLength: 80,
      isRequired: true,
    },
    {
      kind: 'text',
      key: 'nameEn',
      title: label('segregationRules.nameEn'),
      width: 210,
      maxLength: 80,
      isRequired: true,
    },
    {
      kind: 'text',
      key: 'first',
      title: label('segregationRules.first'),
      width: 215,
      maxLength: 2000,
      isRequired: true,
    },
    {
      kind: 'text',
      key: 'second',
      title: label('segregationRules.second'),
      width: 215,
      maxLength: 2000,
      isRequired: true,
    },
    {
      kind: 'choice',
      key: 'effect',
      title: label('segregationRules.effect'),
      width: 100,
      options: () => effects,
      isRequired: true,
    },
  ]
}

function rowOf({ code, nameZh, nameEn, first, second, effect }: SegregationRule): Values {
  return { code, nameZh, nameEn, first: first.join(', '), second: second.join(', '), effect }
}

function segregationRuleOf(values: Values): SegregationRule {
  const text = (key: string) => (values[key] ?? '').trim()
  const codes = (key: string) =>
    text(key)
      .split(/[\s,，]+/)
      .filter((code) => code !== '')
  return {
    code: text('code'),
    nameZh: text('nameZh'),
    nameEn: text('nameEn'),
    first: codes('first'),
    second: codes('second'),
    effect: values['effect'] === 'refuse' ? 'refuse' : 'flag',
  }
}

function Holders() {
  const { data, error, refetch } = useQuery({
    queryKey: permissionKeys.holders,
    queryFn: ({ signal }) => permissionApi.holders({ signal, handles: true }),
    refetchOnMount: 'always',
  })
  const names = (some: readonly { readonly name: string }[]) => some.map(({ name }) => name).join(', ')
  return (
    <section className="permission-dry-run">
      <h2>{label('segregationRules.holders')}</h2>
      <Loading error={error} hasData={data !== undefined} onRetry={() => void refetch()} />
      {data?.total === 0 ? <p className="quiet">{label('segregationRules.noHolders')}</p> : null}
      {data && data.total > data.records.length ? (
        <p>{label('segregationRules.shown', { shown: data.records.length, count: data.total })}</p>
      ) : null}
      {data && data.total > 0 ? (
        <div className="permission-scroll">
          <table className="permission-table permission-wide">
            <thead>
              <tr>
                {(['person', 'segregationRule', 'effect', 'place', 'roles', 'first', 'second'] as const).map((key) => (
                  <th key={key} scope="col">
                    {label(`segregationRules.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.records.map((row) => (
                <tr key={`${row.segregationRule.code} ${row.account} ${row.place?.code}`}>
                  <th scope="row">
                    {row.name} <code className="permission-code">{row.account}</code>
                  </th>
                  <td>{row.segregationRule.name}</td>
                  <td>{label(`segregationRules.effects.${row.effect}`)}</td>
                  <td>{row.place?.name}</td>
                  <td>{names(row.roles)}</td>
                  <td>{names(row.first)}</td>
                  <td>{names(row.second)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </section>
  )
}
