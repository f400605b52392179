import { useQuery } from '@tanstack/react-query'
import { ExportButton } from '#kernel/console/downloads/ExportButton.tsx'
import { settingCalls } from '#kernel/console/setting/setting-calls.ts'
import type { SettingForm } from '#kernel/console/setting/use-setting-editor.ts'
import type { SheetColumn, Values } from '#kernel/console/sheet/sheet-columns.ts'
import type { DutiesContent, Duty } from '../permission-wire.ts'
import { Loading } from './Loading.tsx'
import { permissionApi, permissionKeys, permissionPaths } from './permission-api.ts'
import { label } from './permission-texts.ts'
import { SheetSetting } from './SheetSetting.tsx'
import { useSettingPage } from './use-setting-page.ts'
import './permission.css'

const calls = settingCalls<DutiesContent>(permissionPaths.duty, {
  menu: 'permission_duties',
  edit: 'permission.duty.edit',
  publish: 'permission.duty.publish',
})

/** Which duties should not meet, and in whom they do. */
export function DutiesPage() {
  const page = useSettingPage(permissionPaths.duty, 'duties', (asked) => calls.read('duties', asked))
  return (
    <>
      <header className="page-head">
        <h1>{label('duties.title')}</h1>
        <div className="page-head-tools">
          <ExportButton path={`${permissionPaths.duty}/export`} right="permission.export" />
        </div>
      </header>
      <p className="permission-hint">{label('duties.hint')}</p>
      <Loading {...page.loading} />
      {page.data ? (
        <SheetSetting
          key={page.reading}
          calls={calls}
          loaded={page.data}
          form={form}
          label={label('duties.rows')}
          onDone={page.onDone}
        >
          <Holders />
        </SheetSetting>
      ) : null}
    </>
  )
}

const form: SettingForm<DutiesContent> = {
  empty: { duties: [] },
  sheeted: ({ duties }) => ({ head: {}, rows: duties.map(rowOf) }),
  contentOf: (_head, rows) => ({ duties: rows.map(dutyOf) }),
  columns: dutyColumns,
  headTexts: () => [],
  identity: 'code',
  name: 'code',
  isOrdered: false,
  columnOf: (field) => field ?? 'code',
}

function dutyColumns(): readonly SheetColumn[] {
  const effects = (['flag', 'refuse'] as const).map((value) => ({ value, label: label(`duties.effects.${value}`) }))
  return [
    {
      kind: 'text',
      key: 'code',
      title: label('duties.code'),
      width: 130,
      maxLength: 40,
      isFrozen: true,
      isRequired: true,
    },
    { kind: 'text', key: 'nameZh', title: label('duties.nameZh'), width: 160, maxLength: 80, isRequired: true },
    { kind: 'text', key: 'nameEn', title: label('duties.nameEn'), width: 210, maxLength: 80, isRequired: true },
    { kind: 'text', key: 'first', title: label('duties.first'), width: 215, maxLength: 2000, isRequired: true },
    { kind: 'text', key: 'second', title: label('duties.second'), width: 215, maxLength: 2000, isRequired: true },
    {
      kind: 'choice',
      key: 'effect',
      title: label('duties.effect'),
      width: 100,
      options: () => effects,
      isRequired: true,
    },
  ]
}

function rowOf({ code, nameZh, nameEn, first, second, effect }: Duty): Values {
  return { code, nameZh, nameEn, first: first.join(', '), second: second.join(', '), effect }
}

function dutyOf(values: Values): Duty {
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
    <section className="permission-rehearsal">
      <h2>{label('duties.holders')}</h2>
      <Loading error={error} hasData={data !== undefined} onRetry={() => void refetch()} />
      {data?.total === 0 ? <p className="quiet">{label('duties.noHolders')}</p> : null}
      {data && data.total > data.records.length ? (
        <p>{label('duties.shown', { shown: data.records.length, count: data.total })}</p>
      ) : null}
      {data && data.total > 0 ? (
        <div className="permission-scroll">
          <table className="permission-table permission-wide">
            <thead>
              <tr>
                {(['person', 'duty', 'effect', 'place', 'roles', 'first', 'second'] as const).map((key) => (
                  <th key={key} scope="col">
                    {label(`duties.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.records.map((row) => (
                <tr key={`${row.duty.code} ${row.account} ${row.place?.code}`}>
                  <th scope="row">
                    {row.name} <code className="permission-code">{row.account}</code>
                  </th>
                  <td>{row.duty.name}</td>
                  <td>{label(`duties.effects.${row.effect}`)}</td>
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
