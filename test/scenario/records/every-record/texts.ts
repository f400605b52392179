import { expect, it } from 'vitest'
import { languages } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { type AnyRecord, recordText } from '#kernel/engine/record/definition.ts'
import { areas } from '#app/areas.ts'
import { menu as shellMenu } from '#app/menu.ts'
import { AUDITOR, changesOf, type RecordWorld } from '#test/helpers/record-world.ts'

const menu = [...shellMenu, ...areas.flatMap((area) => area.menu)]
const labels = Object.assign({}, ...areas.map(({ rights }) => rights)) as (typeof areas)[number]['rights']

export function saysEverything(record: AnyRecord, its: () => RecordWorld): void {
  it('the record has all its texts in both languages', async () => {
    const fields = Object.entries(record.fields)
    const paths = [
      'title',
      'label',
      ...(Object.values(record.names).includes(record.key) ? [] : ['example']),
      ...fields.map(([name]) => `fields.${name}`),
      ...fields.flatMap(([name, { options = [] }]) => options.map((option) => `options.${name}.${option}`)),
    ].map((path) => recordText(record, path))
    paths.push(...(await its().usesOf(record)).map(({ label }) => label))
    for (const language of languages) expect(paths.filter((path) => textAt(language, path) === path)).toEqual([])
    expect(paths.filter((path) => textAt('zh', path) === textAt('en', path))).toEqual([])
  })

  it('the record has a menu entry, and its rights have names and roles that hold them', async () => {
    const { server, call } = its()
    const pages = menu.filter(({ url }) => url === record.page || url === record.phonePage)
    expect(pages.filter(({ hidden }) => !hidden).map(({ url }) => url)).toEqual([record.page])
    expect(pages).toHaveLength(2)
    expect(menu.some(({ code }) => code === pages[0]?.pcode)).toBe(true)
    for (const right of Object.values(record.rights)) {
      expect(labels[right]?.zh, right).toBeTruthy()
      expect(labels[right]?.en, right).toBeTruthy()
      const holders = await server.query('select from role_right where right_code = $1', [right])
      expect(holders.length, `${right} is held`).toBeGreaterThan(0)
    }
    expect((await call(AUDITOR, record, 'queryPage', {})).status).toBe(200)
    for (const act of ['create', 'delete', ...changesOf(record)])
      expect((await call(AUDITOR, record, act, { id: '1', version: 1, values: {} })).status, act).toBe(403)
  })
}
