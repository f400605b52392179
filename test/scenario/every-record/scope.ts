import { expect, it } from 'vitest'
import { inScope } from '#kernel/access/principal.ts'
import type { AnyRecord } from '#kernel/record/definition.ts'
import { changesOf, ELSEWHERE, type Found, inputOf, type RecordWorld } from '#test/helpers/record-world.ts'

export function keepsItsScope(record: AnyRecord, its: () => RecordWorld): void {
  it('keeps its scope: what belongs to others answers as if it did not exist', async () => {
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
        // Who edits a record with a life does not always enable it.
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
}
