import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DictionaryRow, TextPage } from '#areas/setting/setting-wire.ts'
import type { DictionaryContent } from '#kernel/engine/setting/dictionary.ts'
import type { DraftView, SettingView } from '#kernel/engine/setting/setting-wire.ts'
import { sku } from '#areas/product/records/sku.record.ts'
import { store } from '#areas/store/records/store.record.ts'
import { kernelTexts } from '#kernel/base/i18n/texts.ts'
import { recordExport } from '#kernel/services/record-service/record-export.ts'
import { recordImport } from '#kernel/services/record-service/record-import.ts'
import {
  ADMIN,
  type Detail,
  exampleOf,
  type Found,
  inputOf,
  type RecordWorld,
  recordWorld,
} from '#test/helpers/record-world.ts'

// Texts and dictionaries are written over in the running product, by two people, and hold without a restart.

let its: RecordWorld
let server: RecordWorld['server']

beforeAll(async () => {
  its = await recordWorld()
  server = its.server
})

afterAll(async () => {
  await its?.close()
})

const path = (call: string) => `/aps/setting/${call}`
const draft = (kind: string, key: string, content: object, draftVersion = 0) =>
  server.call<DraftView<object>>('hq.it', path(`${kind}/draft/save`), { key, draftVersion, content, note: '' })
const publish = (kind: string, key: string, draftVersion = 1, account = 'hq.it2') =>
  server.call<{ version: number }>(account, path(`${kind}/publish`), { key, draftVersion })
const texts = async (body: object) => (await server.call<TextPage>('hq.it', path('translation/list'), body)).data

describe('texts of the product', () => {
  it('the list of texts has both languages of every text, also of those that only pages load', async () => {
    const all = await texts({})
    expect(all.total).toBeGreaterThan(2_000)
    expect(all.rows).toHaveLength(20)
    // Every text is on one of the pages.
    const [first, last] = [await texts({ limit: 500 }), await texts({ page: Math.ceil(all.total / 500), limit: 500 })]
    expect(first.rows).toHaveLength(500)
    expect((await texts({ page: 2, limit: 10 })).rows).toEqual(first.rows.slice(10, 20))
    expect(last.rows).toHaveLength(all.total % 500 || 500)
    expect(all.parts).toEqual(expect.arrayContaining(['kernel', 'budget', 'menu', 'right', 'settingPage']))
    const found = await texts({ keyword: 'Nothing published yet' })
    expect(found.rows.map(({ key, zh }) => [key, zh])).toEqual([['settingPage.editor.nothingInForce', '尚未发布']])
    // A file of texts is called after its language on neither side.
    expect(all.parts.filter((part) => part === 'en' || part === 'zh')).toEqual([])
    expect((await texts({ keyword: 'notifyServer.' })).rows[0]?.zh).toMatch(/\p{Script=Han}/u)
  })

  it('a changed text must keep its parameters and be plain', async () => {
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

  it('a published text is used in messages, menus and names of rights', async () => {
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

describe('texts that the server keeps in memory', () => {
  it("a published text changes the server's own words and the headers of exports and templates", async () => {
    const head = () => recordExport(store).columns.map(({ title }) => title('en'))
    expect([kernelTexts('en').separator, head().includes('Touched')]).toEqual([', ', false])
    await draft('translation', 'kernel.separator', { zh: '、', en: '; ' })
    await draft('translation', 'record.updatedAt', { zh: '改动于', en: 'Touched' })
    await draft('translation', 'store.records.store.fields.city', { zh: '所在城市', en: 'Town' })
    for (const key of ['kernel.separator', 'record.updatedAt', 'store.records.store.fields.city'])
      expect((await publish('translation', key)).status).toBe(200)
    await expect.poll(head).toEqual(expect.arrayContaining(['Touched', 'Town']))
    expect(kernelTexts('zh').separator).toBe('、')
    const template = recordImport(store).columns({})
    expect(template.map(({ titles }) => titles.zh)).toContain('所在城市')
  })
})

describe('dictionaries', () => {
  it('a dictionary without logic accepts own entries, and a disabled entry is refused everywhere', async () => {
    const { data } = await server.call<SettingView<DictionaryContent>>('hq.it', path('dictionary/detail'), {
      key: 'store.type',
    })
    const delivered = data.versions[0]!.content.entries
    const kiosk = { code: 'kiosk', zh: '快闪店', en: 'Kiosk', enabled: true }
    const wrong = await draft('dictionary', 'store.type', { entries: [...delivered, { ...kiosk, code: 'a.b' }] })
    expect(wrong.data.problems.map(({ msg }) => msg)).toEqual([
      'A code begins with a letter and has letters, digits, - and _ only (a.b)',
    ])
    const entries = [...delivered.map((each) => (each.code === 'counter' ? { ...each, enabled: false } : each)), kiosk]
    await draft('dictionary', 'store.type', { entries }, 1)
    expect((await publish('dictionary', 'store.type', 2)).status).toBe(200)
    const input = (code: string, type: string) => ({ values: { ...inputOf(store), code, type } })
    await expect.poll(async () => (await its.call(ADMIN, store, 'create', input('KIOSK-1', 'kiosk'))).status).toBe(200)
    const made = await its.call<Found>(ADMIN, store, 'queryPage', { page: 1, limit: 20, type: ['kiosk'] })
    expect(made.data.records.map(({ values }) => values['code'])).toEqual(['KIOSK-1'])
    const refused = await its.call<Detail>(ADMIN, store, 'create', input('COUNTER-1', 'counter'))
    expect([refused.status, refused.error?.key, refused.msg]).toEqual([
      400,
      'record.disabledCode',
      'Type: Counter is disabled',
    ])
    const rows = ['counter', 'kiosk', 'pop-up'].map((type) => ({ ...exampleOf(store), code: `FILE-${type}`, type }))
    const checked = await its.checked(store, await its.importer(ADMIN), rows)
    const problems = checked.map((each) => ('errors' in each ? each.errors.map(({ key }) => key) : each.action))
    expect(problems).toEqual([['record.disabledCode'], 'create', ['document.notAnOption']])
    const pages = await server.get<{ offered: object; added: object }>('in.channel', '/aps/v1/texts')
    expect(pages.data.added).toEqual({ 'store.type': ['kiosk'] })
    const words = recordImport(store)
      .columns({})
      .find(({ key }) => key === 'type')?.words
    expect(words?.['kiosk']).toEqual({ zh: '快闪店', en: 'Kiosk' })
    // A published value may be in use in a store: it is disabled, not removed.
    const without = await draft('dictionary', 'store.type', { entries: entries.slice(0, -1) })
    expect(without.data.problems.map(({ msg }) => msg)).toEqual([expect.stringContaining('The entry kiosk is missing')])
    expect(await its.call<Found>(ADMIN, sku, 'queryPage', { page: 1, limit: 1, lifeCycle: ['kiosk'] })).toMatchObject({
      status: 400,
    })
  })

  it('dictionaries answer by the plain names of their fields too', async () => {
    const named = async (code: string) =>
      (await server.get<{ code: string; name: string }[]>('in.channel', `/api/v1/admin/enum/child/${code}`)).data
    expect(await named('jobType')).toEqual(await named('person.jobType'))
    expect((await named('rebateType')).map(({ code }) => code)).toEqual(['standard', 'reduce', 'payment', 'detail'])
    expect((await named('rebateType'))[0]?.name).toBe('Standard: to the rebate balance')
  })

  it('a dictionary defines names, order and which choices are offered', async () => {
    const { data: list } = await server.call<DictionaryRow[]>('hq.it', path('dictionary/list'))
    expect(list.length).toBeGreaterThan(5)
    const some = list.find(({ all, isOpen }) => all > 2 && !isOpen)!
    const { data } = await server.call<SettingView<DictionaryContent>>('hq.it', path('dictionary/detail'), {
      key: some.code,
    })
    const entries = data.versions[0]!.content.entries
    const [first, second, ...rest] = entries
    const broken = await draft('dictionary', some.code, { entries: [{ ...first!, code: 'OWN' }, ...rest] })
    expect(broken.data.problems.map(({ msg }) => msg)).toEqual([
      'This dictionary takes no entries of its own (OWN)',
      `The entry ${first!.code} is missing: something may use it, so it is disabled and not removed`,
      `The entry ${second!.code} is missing: something may use it, so it is disabled and not removed`,
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
