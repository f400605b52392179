import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DictionaryRow, TextPage } from '#areas/setting/setting-wire.ts'
import type { DictionaryContent } from '#kernel/setting/dictionary.ts'
import type { DraftView, SettingView } from '#kernel/setting/setting-wire.ts'
import { demoDatabase } from '#test/helpers/demo-database.ts'
import { type DemoServer, demoServer } from '#test/helpers/demo-server.ts'

// Texts and dictionaries are written over in the running product, by two people, and hold without a restart.

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})

afterAll(async () => {
  await server?.close()
})

const path = (call: string) => `/aps/setting/${call}`
const draft = (kind: string, key: string, content: object, draftVersion = 0) =>
  server.call<DraftView<object>>('hq.it', path(`${kind}/draft/save`), { key, draftVersion, content, note: '' })
const publish = (kind: string, key: string, draftVersion = 1, account = 'hq.it2') =>
  server.call<{ version: number }>(account, path(`${kind}/publish`), { key, draftVersion })
const texts = async (body: object) => (await server.call<TextPage>('hq.it', path('translation/list'), body)).data

describe('texts', () => {
  it('are listed with both languages, also those that only pages load', async () => {
    const all = await texts({})
    expect(all.total).toBeGreaterThan(2_000)
    expect(all.parts).toEqual(expect.arrayContaining(['kernel', 'budget', 'menu', 'right', 'settingPage']))
    const found = await texts({ keyword: 'Nothing published yet' })
    expect(found.rows.map(({ key, zh }) => [key, zh])).toEqual([['settingPage.editor.nothingInForce', '尚未发布']])
  })

  it('keep their places and stay plain', async () => {
    const key = 'kernel.errors.twoPeople.baseMoved'
    const { data } = await draft('translation', key, { zh: '已有新版', en: '<b>{version}</b> of {by}' })
    expect(data.problems.map(({ msg }) => msg)).toEqual([
      'The place for version is missing',
      'A text is plain: no tags and no control characters',
      'This text knows nothing called by',
    ])
    expect((await publish('translation', key)).error?.key).toBe('twoPeople.incomplete')
    expect((await draft('translation', 'no.such.text', { zh: 'x', en: 'x' })).error?.key).toBe('twoPeople.unknown')
  })

  it('hold in messages, in the menu and in what a right is called', async () => {
    const menuName = async () => {
      const { data } = await server.get<{ menus: { code: string; nameEn: string }[] }>('hq.it', '/aps/v1/admin/init')
      return data.menus.find(({ code }) => code === 'system_parameters')?.nameEn
    }
    const refused = async () => (await publish('translation', 'kernel.errors.twoPeople.noDraft', 9)).msg
    expect(await refused()).toBe('This draft was published or discarded meanwhile')
    await draft('translation', 'kernel.errors.twoPeople.noDraft', { zh: '草稿不在了', en: 'That draft is gone' })
    expect((await publish('translation', 'kernel.errors.twoPeople.noDraft', 1, 'hq.it')).status).toBe(403)
    expect((await publish('translation', 'kernel.errors.twoPeople.noDraft')).status).toBe(200)
    await expect.poll(refused).toBe('That draft is gone')
    await draft('translation', 'menu.system_parameters', { zh: '参数', en: 'House rules' })
    await publish('translation', 'menu.system_parameters')
    await expect.poll(menuName).toBe('House rules')
    expect((await texts({ which: 'changed' })).rows.map(({ key }) => key).toSorted()).toEqual([
      'kernel.errors.twoPeople.noDraft',
      'menu.system_parameters',
    ])
    const pages = await server.get<{ texts: Record<string, string> }>('in.channel', '/aps/v1/texts')
    expect(pages.data.texts['menu.system_parameters']).toBe('House rules')
  })
})

describe('dictionaries', () => {
  it('say what a choice is called, in which order, and what is still offered', async () => {
    const { data: list } = await server.call<DictionaryRow[]>('hq.it', path('dictionary/list'))
    expect(list.length).toBeGreaterThan(5)
    const some = list.find(({ all }) => all > 2)!
    const { data } = await server.call<SettingView<DictionaryContent>>('hq.it', path('dictionary/detail'), {
      key: some.code,
    })
    const entries = data.versions[0]!.content.entries
    const [first, second, ...rest] = entries
    const broken = await draft('dictionary', some.code, { entries: [{ ...first!, code: 'OWN' }, ...rest] })
    expect(broken.data.problems.map(({ msg }) => msg)).toEqual([
      'This dictionary takes no entries of its own (OWN)',
      `The entry ${first!.code} is missing: the product needs it, but it may be disabled`,
      `The entry ${second!.code} is missing: the product needs it, but it may be disabled`,
    ])
    const changed = [{ ...second!, zh: '改名', en: 'Renamed' }, { ...first!, enabled: false }, ...rest]
    await draft('dictionary', some.code, { entries: changed }, 1)
    expect((await publish('dictionary', some.code, 2)).status).toBe(200)
    const answered = async () =>
      (await server.get<{ code: string; name: string }[]>('in.channel', `/api/v1/admin/enum/child/${some.code}`)).data
    await expect
      .poll(async () => (await answered()).map(({ code }) => code))
      .toEqual([second!.code, ...rest.map(({ code }) => code)])
    expect((await answered())[0]).toEqual({ code: second!.code, name: 'Renamed' })
    const pages = await server.get<{ offered: Record<string, string[]> }>('in.channel', '/aps/v1/texts')
    expect(pages.data.offered[some.code]).not.toContain(first!.code)
  })
})
