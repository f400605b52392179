import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useId, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { runningLanguage } from '#kernel/web/console/client/i18n.ts'
import type { Compared } from '#kernel/web/console/setting/differences.ts'
import { DraftBar } from '#kernel/web/console/setting/DraftBar.tsx'
import { restorer } from '#kernel/web/console/setting/restorer.ts'
import { settingCalls } from '#kernel/web/console/setting/setting-calls.ts'
import { VersionList } from '#kernel/web/console/setting/VersionList.tsx'
import { useTabTitle } from '#kernel/web/console/shell/tabs/tab-context.ts'
import { Banner } from '#kernel/web/console/Banner.tsx'
import { ScrollAside } from '#kernel/web/ui/ScrollAside.tsx'
import type { SettingView } from '#kernel/engine/setting/setting-wire.ts'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import type { RoleContent, RightRow, RightsCatalogue } from '../permission-wire.ts'
import { Loading } from '../Loading.tsx'
import { permissionApi, permissionKeys, permissionPaths } from '../permission-api.web.ts'
import { label } from '../permission-texts.web.ts'
import { RightsMatrix } from './RightsMatrix.tsx'
import { OPERATIONS, subjectName, subjectOf } from './rights-matrix.ts'
import { DryRun } from '../dry-run/DryRun.tsx'
import { useContentEditor } from '../use-content-editor.web.ts'
import { useSettingPage } from '../use-setting-page.web.ts'
import '../permission.css'

const calls = settingCalls<RoleContent>(permissionPaths.role, {
  menu: 'permission_role',
  edit: 'permission.role.edit',
  publish: 'permission.role.publish',
})
const EMPTY: RoleContent = { nameZh: '', nameEn: '', rights: [] }
const SUPER_ADMIN = 'superAdmin'

/** One role: its names and rights, the pages they open, the dry run, and its versions. */
export default function RolePage() {
  const code = useSearchParams()[0].get('code') ?? ''
  const page = useSettingPage(permissionPaths.role, code, async (asked) => {
    const [loaded, catalogue] = await Promise.all([calls.read(code, asked), permissionApi.catalogue(asked)])
    return { loaded, catalogue }
  })
  const name = page.data ? nameOf(page.data.loaded) : ''
  useTabTitle(name || (code === '' ? null : code))
  return (
    <>
      <header className="page-head">
        <h1>
          {name || label('roles.title')} <code className="permission-code">{code}</code>
        </h1>
      </header>
      {code === '' ? <p className="quiet">{label('roles.chooseOne')}</p> : <Loading {...page.loading} />}
      {page.data ? <RoleEditor key={`${code} ${page.reading}`} {...page.data} onDone={page.onDone} /> : null}
    </>
  )
}

/** The name in force, or of its first draft. */
function nameOf({ versions, draft }: SettingView<RoleContent>): string {
  const content = versions[0]?.content ?? draft?.content
  return content?.[runningLanguage() === 'zh' ? 'nameZh' : 'nameEn'] ?? ''
}

interface RoleEditorProps {
  readonly loaded: SettingView<RoleContent>
  readonly catalogue: RightsCatalogue
  readonly onDone: () => void
}

function RoleEditor({ loaded, catalogue, onDone }: RoleEditorProps) {
  const id = useId()
  const form = useMemo(() => formOf(catalogue.rights), [catalogue])
  const editor = useContentEditor(calls, loaded, { empty: EMPTY, ...form })
  const { content, setContent, work } = editor
  const isOwn = catalogue.own.includes(loaded.key)
  const isFixed = loaded.key === SUPER_ADMIN
  const mayChange = editor.mayEdit === true && !isOwn && !isFixed
  const name = (key: 'nameZh' | 'nameEn') => (
    <Field id={`${id}-${key}`} label={label(`roles.${key}`)} isRequired>
      <Input
        value={content[key]}
        maxLength={60}
        readOnly={!mayChange}
        onChange={(event) => setContent({ ...content, [key]: event.target.value })}
      />
    </Field>
  )
  return (
    <>
      {isOwn ? <Banner kind="info">{label('roles.own')}</Banner> : null}
      {isFixed ? <Banner kind="info">{label('roles.fixed')}</Banner> : null}
      <DraftBar
        {...editor.bar}
        dryRun={work.draft ? <DryRun path={permissionPaths.role} of={loaded.key} version={work.draft.version} /> : null}
        onDone={onDone}
      />
      <div className="setting-head">
        {name('nameZh')}
        {name('nameEn')}
      </div>
      {isFixed ? null : (
        <div className="permission-columns">
          <Rights
            role={loaded.key}
            rights={catalogue.rights}
            pages={catalogue.pages}
            held={content.rights}
            isReadOnly={editor.mayEdit !== null && !mayChange}
            onChange={(rights) => setContent({ ...content, rights: [...rights].toSorted() })}
          />
          <Pages catalogue={catalogue} held={content.rights} />
        </div>
      )}
      {work.draft ? <DryRun path={permissionPaths.role} of={loaded.key} version={work.draft.version} /> : null}
      <VersionList
        versions={loaded.versions}
        compared={form.compared}
        sheeted={form.sheeted}
        {...(mayChange ? { onRestore: restorer(calls, loaded, work, onDone) } : {})}
      />
    </>
  )
}

function formOf(rights: readonly RightRow[]) {
  const names = new Map(rights.map(({ code, name }) => [code, name]))
  const compared: Compared = {
    columns: [{ kind: 'text', key: 'name', title: label('roles.right'), width: 300 }],
    head: (['nameZh', 'nameEn'] as const).map((key) => ({ key, title: label(`roles.${key}`) })),
    identity: 'code',
    name: 'name',
    isOrdered: false,
  }
  const sheeted = ({ nameZh, nameEn, rights: held }: RoleContent) => ({
    head: { nameZh, nameEn },
    rows: held.map((code) => ({ code, name: `${names.get(code) ?? code} (${code})` })),
  })
  return { compared, sheeted }
}

interface RightsProps {
  readonly role: string
  readonly pages: RightsCatalogue['pages']
  readonly rights: readonly RightRow[]
  readonly held: readonly string[]
  readonly isReadOnly: boolean
  readonly onChange: (rights: readonly string[]) => void
}

/** All rights: subjects by operation, area by area; those of another role can be taken over. */
function Rights({ role, rights, pages, held, isReadOnly, onChange }: RightsProps) {
  const id = useId()
  const [find, setFind] = useState('')
  const [chosen, setOnlyHeld] = useState<boolean | null>(null)
  // Editors choose among all; the right to edit is not known at the first render.
  const isOnlyHeld = chosen ?? isReadOnly
  const has = new Set(held)
  const word = find.trim().toLowerCase()
  // A held right whose area no longer exists is still shown.
  const known = new Set(rights.map(({ code }) => code))
  const gone = held.filter((code) => !known.has(code)).map((code) => ({ code, name: code, area: '/' }))
  const fits = ({ code, name }: RightRow) =>
    (word === '' || `${name} ${code} ${subjectName(subjectOf(code), pages)}`.toLowerCase().includes(word)) &&
    (!isOnlyHeld || has.has(code))
  // A subject is shown as a whole.
  const subjects = new Set([...rights, ...gone].filter(fits).map(({ code }) => subjectOf(code)))
  const shown = [...rights, ...gone].filter(({ code }) => subjects.has(subjectOf(code)))
  const put = (codes: readonly string[], isHeld: boolean) =>
    onChange(isHeld ? [...new Set([...held, ...codes])] : held.filter((code) => !codes.includes(code)))
  return (
    <section>
      <div className="permission-filters">
        <Field id={`${id}-find`} label={label('roles.search')}>
          <Input value={find} allowClear onChange={(event) => setFind(event.target.value)} />
        </Field>
        <Checkbox checked={isOnlyHeld} onChange={(isChecked) => setOnlyHeld(isChecked)}>
          {label('roles.onlyHeld')}
        </Checkbox>
        {isReadOnly ? null : <CopyFrom role={role} onChange={onChange} />}
        <span className="quiet" role="status">
          {label('roles.count', { held: held.length, all: rights.length })}
        </span>
      </div>
      {shown.length === 0 ? <p className="quiet">{label('matrix.none')}</p> : null}
      {shown.length === 0 ? null : (
        <ScrollAside className="permission-matrix permission-rights" label={label('roles.rights')}>
          <table>
            <caption className="unseen">{label('roles.rights')}</caption>
            <thead>
              <tr>
                <th scope="col" className="permission-matrix-right">
                  {label('roles.subject')}
                </th>
                {OPERATIONS.map((operation) => (
                  <th key={operation} scope="col">
                    {label(`roles.operations.${operation}`)}
                  </th>
                ))}
                <th scope="col" className="permission-matrix-others">
                  {label('roles.others')}
                </th>
              </tr>
            </thead>
            {[...Map.groupBy(shown, ({ area }) => area)].map(([area, own]) => (
              <RightsMatrix
                key={area}
                area={area}
                rights={own}
                pages={pages}
                held={has}
                isReadOnly={isReadOnly}
                onPut={put}
              />
            ))}
          </table>
        </ScrollAside>
      )}
    </section>
  )
}

/** Replaces the rights by those of another role. */
function CopyFrom({ role, onChange }: Pick<RightsProps, 'role' | 'onChange'>) {
  const id = useId()
  const { data, isLoading } = useQuery({
    queryKey: permissionKeys.matrix,
    queryFn: ({ signal }) => permissionApi.matrix({ signal, handles: true }),
  })
  const options = (data?.roles ?? [])
    .filter(({ code }) => code !== role)
    .map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))
  return (
    <Field id={id} label={label('roles.copyFrom')}>
      <TextChoice
        value={null}
        options={options}
        isLoading={isLoading}
        onChange={(from) =>
          from
            ? onChange((data?.rights ?? []).filter(({ roles }) => roles.includes(from)).map(({ code }) => code))
            : undefined
        }
      />
    </Field>
  )
}

/** The pages that these rights open, with their buttons. */
function Pages({ catalogue, held }: { readonly catalogue: RightsCatalogue; readonly held: readonly string[] }) {
  const { pages, rights } = catalogue
  const called = new Map(rights.map(({ code, name }) => [code, name]))
  const has = new Set(held)
  const opened = pages.filter(({ rights, hidden }) => !hidden && rights.some((right) => has.has(right)))
  return (
    <section className="permission-follow">
      <h2>{label('roles.pages')}</h2>
      {opened.length === 0 ? <p className="quiet">{label('roles.noPages')}</p> : null}
      <ul>
        {opened.map(({ code, name, buttons }) => {
          const own = buttons.filter((button) => has.has(button))
          return (
            <li key={code}>
              <span>{name}</span>
              {own.length > 0 ? (
                <span className="quiet permission-buttons">
                  {label('roles.buttons', { buttons: own.map((button) => called.get(button) ?? button).join(' · ') })}
                </span>
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
