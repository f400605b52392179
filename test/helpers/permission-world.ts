import { expect } from 'vitest'
import type { AccessContent, Grant, Rehearsal } from '#areas/permission/permission-wire.ts'
import type { DraftView, SettingView } from '#kernel/setting/setting-wire.ts'
import type { DemoServer } from './demo-server.ts'

export type Subject = 'role' | 'access' | 'duty' | 'menu'
export const at = (subject: Subject, path: string) => `/aps/permission/${subject}/${path}`

export const grant = (role: string, code: string, kind: Grant['kind'] = 'organisation'): Grant => ({ role, kind, code })

export const holds = (...grants: Grant[]): AccessContent => ({ grants, customers: [], stores: [] })

export const errorOf = (answer: { readonly error: { readonly key: string } | undefined }) => answer.error?.key

/** Settings of roles, access, duties and the menu, as two administrators change them. */
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
  const rehearsal = async (subject: Subject, key: string) =>
    (await of().call<Rehearsal>('hq.it', at(subject, 'rehearse'), { key })).data

  async function change<C>(subject: Subject, key: string, content: C) {
    const saved = await save(subject, key, content)
    expect([saved.error, saved.data.problems]).toEqual([undefined, []])
    const done = await publish(subject, key)
    expect(done.error).toBeUndefined()
    return done.data.version
  }
  const statusOf = async (account: string, path: string, body: object = {}) =>
    (await of().call(account, path, body)).status
  return { detail, inForce, save, publish, discard, rehearsal, change, statusOf }
}
