import { Button, Input } from 'antd'
import { useId, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import type { Compared } from '#kernel/web/console/setting/differences.ts'
import { DraftBar } from '#kernel/web/console/setting/DraftBar.tsx'
import { restorer } from '#kernel/web/console/setting/restorer.ts'
import { settingCalls } from '#kernel/web/console/setting/setting-calls.ts'
import { VersionList } from '#kernel/web/console/setting/VersionList.tsx'
import { useTabTitle } from '#kernel/web/console/shell/tabs/tab-context.ts'
import { useSession } from '#kernel/web/console/shell/session-context.ts'
import { Banner } from '#kernel/web/console/Banner.tsx'
import type { SettingView } from '#kernel/engine/setting/setting-wire.ts'
import { Field } from '#kernel/web/ui/Field.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import type { AccessContent, AccessGrant, AccessOptions } from '../permission-wire.ts'
import { Loading } from '../Loading.tsx'
import { permissionApi, permissionPaths } from '../permission-api.web.ts'
import { label } from '../permission-texts.web.ts'
import { PlaceChoice } from './PlaceChoice.tsx'
import { DryRun } from '../dry-run/DryRun.tsx'
import { useContentEditor } from '../use-content-editor.web.ts'
import { useSettingPage } from '../use-setting-page.web.ts'
import '../permission.css'

const calls = settingCalls<AccessContent>(permissionPaths.access, {
  menu: 'permission_person',
  edit: 'permission.access.edit',
  publish: 'permission.access.publish',
})
const EMPTY: AccessContent = { grants: [], customers: [], stores: [] }

/** A person's roles, places and limits. */
export default function PersonPage() {
  const account = useSearchParams()[0].get('account') ?? ''
  const page = useSettingPage(permissionPaths.access, account, async (asked) => {
    const [loaded, options] = await Promise.all([calls.read(account, asked), permissionApi.options(asked)])
    return { loaded, options }
  })
  const title = label('access.person', { name: account })
  useTabTitle(account === '' ? null : title)
  return (
    <>
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <p className="permission-hint">{label('access.live')}</p>
      {account === '' ? <p className="quiet">{label('access.chooseOne')}</p> : <Loading {...page.loading} />}
      {page.data ? <PersonEditor key={`${account} ${page.reading}`} {...page.data} onDone={page.onDone} /> : null}
    </>
  )
}

interface PersonEditorProps {
  readonly loaded: SettingView<AccessContent>
  readonly options: AccessOptions
  readonly onDone: () => void
}

function PersonEditor({ loaded, options, onDone }: PersonEditorProps) {
  const { userAccount } = useSession().user
  const form = useMemo(() => formOf(options), [options])
  const editor = useContentEditor(calls, loaded, { empty: EMPTY, ...form })
  const { content, setContent, work } = editor
  const isOwn = loaded.key === userAccount
  const mayChange = editor.mayEdit === true && !isOwn
  const dryRun = work.draft ? (
    <DryRun path={permissionPaths.access} of={loaded.key} version={work.draft.version} />
  ) : null
  return (
    <>
      {isOwn ? <Banner kind="info">{label('access.own')}</Banner> : null}
      <DraftBar {...editor.bar} dryRun={dryRun} onDone={onDone} />
      <section className="permission-grants">
        <h2>{label('access.grants')}</h2>
        {content.grants.length === 0 ? <p className="quiet">{label('access.noGrants')}</p> : null}
        <ul>
          {content.grants.map((grant) => (
            <li key={keyOf(grant)}>
              <span>{form.text(grant)}</span>
              {mayChange ? (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={label('access.remove', { role: form.text(grant) })}
                  onClick={() =>
                    setContent({ ...content, grants: content.grants.filter((each) => keyOf(each) !== keyOf(grant)) })
                  }
                >
                  <Icon name="close" />
                </button>
              ) : null}
            </li>
          ))}
        </ul>
        {mayChange ? (
          <NewGrant
            options={options}
            onAdd={(grant) => {
              if (content.grants.some((each) => keyOf(each) === keyOf(grant))) return
              setContent({ ...content, grants: [...content.grants, grant] })
            }}
          />
        ) : null}
      </section>
      <Limits content={content} isReadOnly={!mayChange} onChange={setContent} />
      {dryRun}
      <VersionList
        versions={loaded.versions}
        compared={form.compared}
        sheeted={form.sheeted}
        {...(mayChange ? { onRestore: restorer(calls, loaded, work, onDone) } : {})}
      />
    </>
  )
}

const keyOf = ({ role, kind, code }: AccessGrant): string => `${role} ${kind} ${code}`

function formOf({ roles, places }: AccessOptions) {
  const roleNames = new Map(roles.map(({ code, name }) => [code, name]))
  const placeNames = new Map(places.map(({ kind, code, name }) => [`${kind} ${code}`, name]))
  const text = ({ role, kind, code }: AccessGrant): string => {
    const place = placeNames.get(`${kind} ${code}`) ?? code
    const shown = kind === 'organisation' ? place : `${label(`access.kinds.${kind}`)} ${place}`
    return label('access.grant', { role: roleNames.get(role) ?? role, place: shown })
  }
  const compared: Compared = {
    columns: [{ kind: 'text', key: 'name', title: label('access.grants'), width: 300 }],
    head: (['customers', 'stores'] as const).map((key) => ({ key, title: label(`access.${key}`) })),
    identity: 'key',
    name: 'name',
    isOrdered: false,
  }
  const sheeted = ({ grants, customers, stores }: AccessContent) => ({
    head: { customers: customers.join(', '), stores: stores.join(', ') },
    rows: grants.map((grant) => ({ key: keyOf(grant), name: text(grant) })),
  })
  return { text, compared, sheeted }
}

function NewGrant({
  options,
  onAdd,
}: {
  readonly options: AccessOptions
  readonly onAdd: (grant: AccessGrant) => void
}) {
  const id = useId()
  const [role, setRole] = useState<string | null>(null)
  const [place, setPlace] = useState<Pick<AccessGrant, 'kind' | 'code'>>({ kind: 'organisation', code: '' })
  return (
    <div className="permission-filters">
      <Field id={id} label={label('access.role')}>
        <TextChoice
          value={role}
          options={options.roles.map(({ code, name }) => ({ value: code, label: name, search: `${code} ${name}` }))}
          onChange={setRole}
        />
      </Field>
      <PlaceChoice value={place} places={options.places} onChange={setPlace} />
      <Button
        disabled={role === null || place.code === ''}
        onClick={() => {
          onAdd({ role: role ?? '', ...place })
          setRole(null)
        }}
      >
        {label('access.add')}
      </Button>
    </div>
  )
}

interface LimitsProps {
  readonly content: AccessContent
  readonly isReadOnly: boolean
  readonly onChange: (content: AccessContent) => void
}

function Limits({ content, isReadOnly, onChange }: LimitsProps) {
  const id = useId()
  return (
    <section className="permission-grants">
      <h2>{label('access.limits')}</h2>
      <p className="quiet">{label('access.limitsHint')}</p>
      <div className="permission-filters">
        {(['customers', 'stores'] as const).map((key) => (
          <Field key={key} id={`${id}-${key}`} label={label(`access.${key}`)}>
            <Input
              defaultValue={content[key].join(', ')}
              readOnly={isReadOnly}
              placeholder={label('access.noLimit')}
              onChange={(event) =>
                onChange({ ...content, [key]: event.target.value.split(/[\s,，]+/).filter((code) => code !== '') })
              }
            />
          </Field>
        ))}
      </div>
    </section>
  )
}
