import { expect, it } from 'vitest'
import { languages } from '#kernel/base/i18n/language.ts'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { ADMIN, type Detail, type Found, type RecordWorld, type Row } from '#test/helpers/record-world.ts'

export function isRead(record: AnyRecord, its: () => RecordWorld): void {
  it('the record is listed, found, sorted and shown in both languages', async () => {
    const { call, server } = its()
    for (const language of languages) {
      const { data } = await call<Found>(ADMIN, record, 'queryPage', { limit: 50 }, language)
      expect(data.records.length).toBeGreaterThan(1)
      const [first] = data.records
      const { data: detail } = await call<Detail>(ADMIN, record, 'detail', { id: first?.id }, language)
      expect(detail.record).toEqual(first)
      expect(detail.record.name).toBeTruthy()
      for (const [name, { refersTo: reference, links }] of Object.entries(record.fields)) {
        if (!reference) continue
        const isNamed = ({ values }: Row) => values[name] !== null
        const named =
          data.records.find(isNamed) ??
          (await call<Found>(ADMIN, record, 'queryPage', { limit: 500, page: 1 }, language)).data.records.find(
            isNamed,
          ) ??
          (await call<Found>(ADMIN, record, 'queryPage', { limit: 500, page: 2 }, language)).data.records.find(isNamed)
        // Nothing refers to a record that the demonstration company has none of.
        const [{ none } = { none: true }] = await server.query<{ none: boolean }>(
          `select not exists (select from ${reference.table}) as none`,
        )
        if (!named && none) continue
        expect(named?.names[name], `${name} has a name`).toBeTruthy()
        const [code] = String(named?.values[name]).split(', ')
        const choices = await call<{ records: { code: string }[] }>(ADMIN, record, 'choices', {
          field: name,
          keyword: code,
        })
        expect(choices.data.records.map((each) => each.code)).toContain(code)
        if ((record.list.filters as readonly string[]).includes(name)) {
          const found = await call<Found>(ADMIN, record, 'queryPage', { [name]: [code], limit: 50 })
          expect(found.data.records.length).toBeGreaterThan(0)
          expect(
            found.data.records.every(({ values }) =>
              links ? String(values[name]).includes(code!) : values[name] === code,
            ),
          ).toBe(true)
        }
      }
    }
    for (const sort of record.list.sort)
      for (const each of [sort, `-${sort}`])
        expect((await call(ADMIN, record, 'queryPage', { sort: [each] })).status, each).toBe(200)
    expect((await call(ADMIN, record, 'queryPage', { noSuchFilter: 'x' })).status).toBe(400)
  })
}
