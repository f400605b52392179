import { useMemo } from 'react'
import type { MenuChange } from '#kernel/platform/access/menu-changes.ts'
import { settingCalls } from '#kernel/web/console/setting/setting-calls.ts'
import type { SettingForm } from '#kernel/web/console/setting/use-setting-editor.ts'
import type { SheetColumn, Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import type { MenusContent, MenuRow } from '../permission-wire.ts'
import { Loading } from '../Loading.tsx'
import { permissionApi, permissionPaths } from '../permission-api.web.ts'
import { label } from '../permission-texts.web.ts'
import { SheetSetting } from '../SheetSetting.tsx'
import { useSettingPage } from '../use-setting-page.web.ts'
import '../permission.css'

const calls = settingCalls<MenusContent>(permissionPaths.menu, {
  menu: 'permission_menus',
  edit: 'permission.menu.edit',
  publish: 'permission.menu.publish',
})

/** Editor of the menu. The lines are the whole menu; only differences from the delivered one are stored. */
export default function MenusPage() {
  const { data, reading, loading, onDone } = useSettingPage(permissionPaths.menu, 'menu', async (asked) => {
    const [loaded, delivered] = await Promise.all([calls.read('menu', asked), permissionApi.menus(asked)])
    return { loaded, delivered }
  })
  const form = useMemo(() => (data ? formOf(data.delivered) : null), [data])
  return (
    <>
      <header className="page-head">
        <h1>{label('menus.title')}</h1>
      </header>
      <p className="permission-hint">
        {label('menus.hint')} {label('menus.own')}
      </p>
      <Loading {...loading} />
      {data && form ? (
        <SheetSetting
          key={reading}
          calls={calls}
          loaded={data.loaded}
          form={form}
          label={label('menus.rows')}
          onDone={onDone}
        />
      ) : null}
    </>
  )
}

const FLAGS = ['routingCache', 'hidden', 'isOff'] as const
const TEXTS = ['pcode', 'name', 'nameEn', 'icon', 'url'] as const

function formOf(delivered: readonly MenuRow[]): SettingForm<MenusContent> {
  const byCode = new Map(delivered.map((row) => [row.code, row]))
  return {
    empty: { changes: [] },
    sheeted: ({ changes }) => ({ head: {}, rows: rowsOf(delivered, changes) }),
    contentOf: (_head, rows) => ({ changes: rows.flatMap((row) => changeOf(byCode.get(row['code'] ?? ''), row)) }),
    columns: menuColumns,
    headTexts: () => [],
    identity: 'code',
    name: 'code',
    isOrdered: false,
    columnOf: (field) => field ?? 'code',
  }
}

function rowsOf(delivered: readonly MenuRow[], changes: readonly MenuChange[]): readonly Values[] {
  const changed = new Map(changes.map((change) => [change.code, change]))
  const known = new Set(delivered.map(({ code }) => code))
  const own = changes.filter(({ code }) => !known.has(code))
  return [...delivered.map((row) => ({ ...row, ...changed.get(row.code) })), ...own].map(valuesOf)
}

function valuesOf(entry: MenuChange): Values {
  const flags = FLAGS.map((key) => [key, entry[key] ? 'yes' : 'no'] as const)
  const texts = TEXTS.map((key) => [key, entry[key] ?? ''] as const)
  return {
    code: entry.code,
    ...Object.fromEntries(texts),
    ...Object.fromEntries(flags),
    sortIndex: String(entry.sortIndex ?? 0),
    buttons: (entry.buttons ?? []).join(', '),
  }
}

/** Null for a line as delivered. A removed line is restored to that. */
function changeOf(delivered: MenuRow | undefined, row: Values): MenuChange[] {
  const code = (row['code'] ?? '').trim()
  const before: Values = delivered ? valuesOf({ ...delivered }) : valuesOf({ code })
  const isChanged = (key: string) => !delivered || (before[key] ?? '') !== (row[key] ?? '').trim()
  const sortIndex = Number.parseInt(row['sortIndex'] ?? '', 10)
  const said: MenuChange = {
    code,
    ...Object.fromEntries(TEXTS.filter(isChanged).map((key) => [key, (row[key] ?? '').trim()])),
    ...Object.fromEntries(FLAGS.filter(isChanged).map((key) => [key, row[key] === 'yes'])),
    ...(isChanged('sortIndex') && Number.isInteger(sortIndex) && sortIndex >= 0 ? { sortIndex } : {}),
    ...(isChanged('buttons')
      ? { buttons: (row['buttons'] ?? '').split(/[\s,，]+/).filter((button) => button !== '') }
      : {}),
  }
  return delivered && Object.keys(said).length === 1 ? [] : [said]
}

function menuColumns(): readonly SheetColumn[] {
  const yesNo = (['yes', 'no'] as const).map((value) => ({ value, label: label(`menus.${value}`) }))
  const flag = (key: (typeof FLAGS)[number]): SheetColumn => ({
    kind: 'choice',
    key,
    title: label(`menus.${key}`),
    width: 110,
    options: () => yesNo,
  })
  const text = (key: 'code' | 'sortIndex' | 'buttons' | (typeof TEXTS)[number], width: number): SheetColumn => ({
    kind: 'text',
    key,
    title: label(`menus.${key}`),
    width,
    maxLength: key === 'buttons' ? 4000 : 200,
  })
  return [
    { ...text('code', 190), isFrozen: true, isRequired: true },
    text('pcode', 130),
    { ...text('name', 150), isRequired: true },
    { ...text('nameEn', 190), isRequired: true },
    text('icon', 90),
    text('url', 230),
    text('sortIndex', 80),
    flag('hidden'),
    flag('routingCache'),
    flag('isOff'),
    text('buttons', 360),
  ]
}
