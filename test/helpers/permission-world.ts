import { expect } from 'vitest'
import type { AccessContent, AccessGrant, PermissionDryRun } from '#areas/permission/permission-wire.ts'
import type { DraftView, SettingView } from '#kernel/engine/setting/setting-wire.ts'
import type { DemoServer } from './servers/demo-server.ts'

export type Subject = 'role' | 'access' | 'segregationRule' | 'menu'
export const at = (subject: Subject, path: string) => `/aps/permission/${subject}/${path}`

export const grant = (role: string, code: string, kind: AccessGrant['kind'] = 'organisation'): AccessGrant => ({
  role,
  kind,
  code,
})

export const holds = (...grants: AccessGrant[]): AccessContent => ({ grants, customers: [], stores: [] })

export const errorOf = (answer: { readonly error: { readonly key: string } | undefined }) => answer.error?.key

/** A role of its own with these rights, held by an account at an organisation. */
export async function holdRole(
  { query }: Pick<DemoServer, 'query'>,
  account: string,
  role: string,
  organisation: string,
  rights: readonly string[],
): Promise<void> {
  await query(`insert into role (code, name_zh, name_en) values ($1, $1, $1) on conflict do nothing`, [role])
  await query(`insert into role_right (role_code, right_code) select $1, unnest($2::text[]) on conflict do nothing`, [
    role,
    rights,
  ])
  await people({ query }).give(account, role, organisation)
}

/** The roles of a person who manages access, settings, sessions and the audit. */
const ADMINISTERS = [
  ...['role', 'access', 'menu', 'segregationRule'].map((subject) => `permission.${subject}`),
  ...['parameter', 'dictionary', 'translation'].map((subject) => `setting.${subject}`),
  'approval.template',
].flatMap((subject) => ['view', 'edit', 'publish'].map((act) => `${subject}.${act}`))
const AND_MORE = [
  'auditing.entries.view',
  'auditing.entries.export',
  'permission.export',
  'account.user.view',
  'access.session.view',
  'access.session.end',
  'access.viewAs',
  'approval.task.view',
]
export const REGION_ADMIN = 'regionAdmin'

/** People and their roles, as if they had always existed. */
export function people({ query }: Pick<DemoServer, 'query'>) {
  const add = (account: string, organisation: string) =>
    query(
      `insert into app_user (account, name_zh, name_en, job_title, organisation_id, scope_id)
       select $1, $1, $1, '', id, id from organisation where code = $2`,
      [account, organisation],
    )
  const give = (account: string, role: string, organisation: string) =>
    query(
      `insert into user_role (user_id, role_code, organisation_id)
       select u.id, $2, o.id from app_user u, organisation o where u.account = $1 and o.code = $3`,
      [account, role, organisation],
    )
  const take = (account: string, role: string) =>
    query(`delete from user_role where role_code = $2 and user_id = (select id from app_user where account = $1)`, [
      account,
      role,
    ])
  /** Looks after all that of one region, and of nothing else. */
  async function addAdministrator(account: string, organisation: string): Promise<void> {
    await add(account, organisation)
    await holdRole({ query }, account, REGION_ADMIN, organisation, [...ADMINISTERS, ...AND_MORE])
  }
  return { add, give, take, addAdministrator }
}

/** Settings of roles, access, segregation rules and the menu, as two administrators change them. */
export function permissionWorld(of: () => DemoServer) {
  async function detail<C>(subject: Subject, key: string, account = 'hq.it'): Promise<SettingView<C>> {
    return (await of().call<SettingView<C>>(account, at(subject, 'detail'), { key })).data
  }
  async function inForce<C>(subject: Subject, key: string): Promise<C> {
    const [newest] = (await detail<C>(subject, key)).versions
    if (!newest) throw new Error(`nothing of ${key}`)
    return newest.content
  }
  async function save<C>(subject: Subject, key: string, content: C, account = 'hq.it') {
    const draftVersion = (await detail<C>(subject, key)).draft?.version ?? 0
    return await of().call<DraftView<C>>(account, at(subject, 'draft/save'), { key, draftVersion, content, note: '' })
  }
  async function publish(subject: Subject, key: string, account = 'hq.it2') {
    const draftVersion = (await detail(subject, key)).draft?.version ?? 0
    return await of().call<{ version: number }>(account, at(subject, 'publish'), { key, draftVersion })
  }
  const discard = async (subject: Subject, key: string) =>
    of().call('hq.it', at(subject, 'draft/discard'), {
      key,
      draftVersion: (await detail(subject, key)).draft?.version ?? 0,
    })
  const dryRun = async (subject: Subject, key: string) =>
    (await of().call<PermissionDryRun>('hq.it', at(subject, 'performDryRun'), { key })).data

  async function change<C>(subject: Subject, key: string, content: C) {
    const saved = await save(subject, key, content)
    expect([saved.error, saved.data.problems]).toEqual([undefined, []])
    const done = await publish(subject, key)
    expect(done.error).toBeUndefined()
    return done.data.version
  }
  const statusOf = async (account: string, path: string, body: object = {}) =>
    (await of().call(account, path, body)).status
  return { detail, inForce, save, publish, discard, dryRun, change, statusOf }
}
