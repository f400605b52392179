import { expect, it } from 'vitest'
import { inScope, type Principal } from '#kernel/platform/access/principal.ts'
import { readSheet } from '#kernel/platform/excel/read/read-workbook.ts'
import { type AnyRecord, codeColumnOf, referringFields } from '#kernel/engine/record/definition.ts'
import {
  changesOf,
  type Detail,
  ELSEWHERE,
  type Found,
  inputOf,
  LIMITS,
  type RecordWorld,
} from '#test/helpers/record-world.ts'

export function keepsItsScope(record: AnyRecord, its: () => RecordWorld): void {
  it('the record answers as if it did not exist to people of other organisations', async () => {
    const { server, call, made, gone, importer } = its()
    const row = await made(record)
    const key = String(row.values[record.key])
    const { principal } = await importer(ELSEWHERE)
    const { edit, enable } = record.rights
    const mayView = principal.rights.has(record.rights.view)
    const found = await call<Found>(ELSEWHERE, record, 'queryPage', { keyword: key })
    expect(found.status).toBe(mayView ? 200 : 403)
    if (mayView) expect(found.data.records.some(({ id }) => id === row.id)).toBe(!record.scope)
    const shown = mayView ? (record.scope ? 404 : 200) : 403
    for (const act of ['detail', 'history'])
      expect((await call(ELSEWHERE, record, act, { id: row.id })).status).toBe(shown)
    if (record.scope && principal.rights.has(edit))
      for (const act of ['delete', ...changesOf(record)]) {
        const answer = await call(ELSEWHERE, record, act, { id: row.id, version: 1, values: inputOf(record) })
        // A person who edits a record with a lifecycle may not always enable it.
        const isOther = ['enable', 'disable'].includes(act) && !principal.rights.has(enable ?? edit)
        expect([act, answer.status]).toEqual([act, isOther ? 403 : 404])
      }
    if (record.scope && mayView) {
      const listed = await call<Found>(ELSEWHERE, record, 'queryPage', { limit: 500 })
      const ids = listed.data.records.map(({ id }) => id)
      const scopes = await server.query<{ scope_id: number }>(
        `select scope_id from ${record.table} where id = any ($1::bigint[])`,
        [ids],
      )
      expect(scopes.every((each) => inScope(principal.scope, each.scope_id))).toBe(true)
    }
    await gone(record, row)
  })

  it('counts, exports, choices and references of the record tell nothing about other organisations', async () => {
    const world = its()
    const { principal } = await world.importer(ELSEWHERE)
    if (!principal.rights.has(record.rights.view)) return
    if (record.scope) await countsNothing(record, world)
    await choosesHisOwn(record, world, principal)
    await namesHisOwn(record, world, principal)
  })
}

async function countsNothing(record: AnyRecord, { server, call, made, gone }: RecordWorld): Promise<void> {
  const row = await made(record)
  const keyword = String(row.values[record.key])
  const count = await call<{ recordTotal: number }>(ELSEWHERE, record, 'count', { keyword })
  expect(count.data.recordTotal).toBe(0)
  const file = await call<{ downloadUrl: string }>(ELSEWHERE, record, 'export', { keyword })
  expect([200, 403]).toContain(file.status)
  if (file.status === 200) {
    const { bytes } = await server.fetch(null, file.data.downloadUrl)
    expect((await readSheet(bytes, LIMITS)).rows).toEqual([])
  }
  await gone(record, row)
}

/** The choices that a field offers a person, and the values that they may name in it. */
async function choosesHisOwn(record: AnyRecord, { server, call }: RecordWorld, { scope }: Principal): Promise<void> {
  for (const [field, { refersTo: reference }] of referringFields(record)) {
    if (!reference.scope || reference.scope === 'self') continue
    const { data } = await call<{ records: { code: string }[] }>(ELSEWHERE, record, 'choices', { field, limit: 1000 })
    const codes = data.records.map(({ code }) => code)
    const scopes = await server.query<{ scope: number }>(
      `select ${reference.scope} as scope from ${reference.table} where ${codeColumnOf(reference)} = any ($1::text[])`,
      [codes],
    )
    expect(
      scopes.filter((each) => !inScope(scope, each.scope)),
      field,
    ).toEqual([])
  }
}

/** References to a visible record are listed only as far as they are visible themselves. */
async function namesHisOwn(
  record: AnyRecord,
  { server, call, usesOf }: RecordWorld,
  { scope }: Principal,
): Promise<void> {
  const { data } = await call<Found>(ELSEWHERE, record, 'queryPage', { limit: 10 })
  const uses = await usesOf(record)
  for (const { id } of data.records) {
    const detail = await call<Detail>(ELSEWHERE, record, 'detail', { id })
    for (const use of uses) {
      const shown = detail.data.uses.find(({ name }) => name === use.name)?.shown ?? []
      if (!use.scope || shown.length === 0) continue
      const scopes = await server.query<{ code: string; scope: number }>(
        `select ${use.show}::text as code, ${use.scope} as scope from ${use.of?.table ?? use.table} where ${use.show}::text = any ($1::text[])`,
        [shown],
      )
      for (const code of shown)
        expect(
          scopes.some((each) => each.code === code && inScope(scope, each.scope)),
          `${use.name} ${code}`,
        ).toBe(true)
    }
  }
}
