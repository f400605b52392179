import { expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { languages } from '#kernel/base/i18n/language.ts'
import { type AnyRecord, formFields, keyField } from '#kernel/engine/record/definition.ts'
import type { HistoryView } from '#kernel/engine/record/routes/record-wire.ts'
import { ADMIN, type Detail, exampleOf, type Found, inputOf, type RecordWorld } from '#test/helpers/record-world.ts'

export function isWritten(record: AnyRecord, its: () => RecordWorld): void {
  if (record.numbered !== undefined) isNumbered(record, record.numbered, its)
  if (record.appendOnly) isOnlyAddedTo(record, its)
  else isChanged(record, its)
  if (record.life) hasALife(record, its)
  else if (record.states) isDisabledAndEnabled(record, its)
}

function isNumbered(record: AnyRecord, prefix: string, its: () => RecordWorld): void {
  it('a record with a generated number is created without one and gets it', async () => {
    const { call, gone, withImages } = its()
    const asked = await withImages(record, inputOf(record))
    const values = Object.fromEntries(Object.entries(asked).filter(([name]) => name !== record.key))
    expect(record.fields[record.key]?.required).toBe(false)
    expect(Object.keys(formFields(record, null))).not.toContain(record.key)
    const made = await call<Detail>(ADMIN, record, 'create', { values })
    expect([made.status, made.error?.key]).toEqual([200, undefined])
    expect(made.data.record.values[record.key]).toMatch(new RegExp(`^${prefix}\\d+$`))
    await gone(record, made.data.record)
  })
}

function isOnlyAddedTo(record: AnyRecord, its: () => RecordWorld): void {
  it('an append-only record is never changed, and is removed only before its day has come', async () => {
    const { call, made, gone, checked, importer } = its()
    const appendOnly = record.appendOnly ?? ''
    const row = await made(record)
    expect((await call(ADMIN, record, 'update', { id: row.id, version: 1, values: inputOf(record) })).status).toBe(404)
    const [changed] = Object.keys(record.fields).filter((name) => !record.keyOf?.includes(name) && name !== record.key)
    const other = { ...exampleOf(record), [changed!]: '7.25' }
    expect(await checked(record, await importer(ADMIN), [other])).toMatchObject([
      { errors: [{ key: 'record.appendOnly' }] },
    ])
    expect((await call(ADMIN, record, 'delete', { id: row.id, version: 7 })).error?.key).toBe('record.stale')
    await gone(record, row)
    const { data } = await call<Found>(ADMIN, record, 'queryPage', { sort: [appendOnly] })
    const old = data.records[0]!
    expect(String(old.values[appendOnly]) < productNow().toISOString()).toBe(true)
    expect((await call(ADMIN, record, 'delete', { id: old.id, version: old.version })).error?.key).toBe(
      'record.inForce',
    )
  })
}

function isChanged(record: AnyRecord, its: () => RecordWorld): void {
  it('a stale save of the record is refused with the stored values, and each change is told in its history', async () => {
    const { call, made, gone } = its()
    const row = await made(record)
    const { id } = row
    const free = Object.entries(record.fields).find(([, { kind, refersTo }]) => kind === 'text' && !refersTo)
    const called = Object.values(record.names).find((name) => name !== record.key) ?? free?.[0] ?? ''
    const to = (text: string) => ({ ...row.values, [called]: text })
    expect((await call(ADMIN, record, 'update', { id, version: row.version, values: to('First') })).status).toBe(200)
    const stale = await call(ADMIN, record, 'update', { id, version: row.version, values: to('Second') })
    expect([stale.status, stale.error?.key]).toEqual([409, 'record.stale'])
    expect(stale.error).toMatchObject({ data: { record: { id, version: 2 } } })
    for (const language of languages) {
      const { data } = await call<{ records: HistoryView[] }>(ADMIN, record, 'history', { id }, language)
      expect(data.records.map(({ act }) => act)).toEqual(['update', 'create'])
      expect(data.records[0]?.changes).toMatchObject([{ field: called, after: 'First' }])
    }
    const part = keyField(record)
    const values = { ...row.values, [part]: 'ZZ-9' }
    const fixed = await call(ADMIN, record, 'update', { id, version: 2, values })
    expect([fixed.status, fixed.error?.field]).toEqual([400, part])
    await gone(record, row)
  })
}

function isDisabledAndEnabled(record: AnyRecord, its: () => RecordWorld): void {
  it('the record is disabled and enabled again', async () => {
    const { call, made, gone } = its()
    const row = await made(record)
    const disabled = await call<Detail>(ADMIN, record, 'disable', { id: row.id, version: 1 })
    expect(disabled.data.record).toMatchObject({ state: 'disabled', version: 2 })
    expect((await call(ADMIN, record, 'disable', { id: row.id, version: 2 })).error?.key).toBe('record.wrongState')
    const enabled = await call<Detail>(ADMIN, record, 'enable', { id: row.id, version: 2 })
    expect(enabled.data.record).toMatchObject({ state: 'enabled', version: 3 })
    await gone(record, row)
  })
}

function hasALife(record: AnyRecord, its: () => RecordWorld): void {
  it('a record with approval starts as a draft, and no form or file enables it or changes its guarded fields', async () => {
    const { call, made, gone, checked, importer } = its()
    const row = await made(record)
    expect(row.state).toBe('draft')
    for (const act of ['enable', 'disable'])
      expect((await call(ADMIN, record, act, { id: row.id, version: 1 })).error?.key).toBe('record.byApproval')
    const by = await importer(ADMIN)
    const file = (values: object) => checked(record, by, [values as never])
    expect(await file({ ...exampleOf(record), state: 'enabled' })).toMatchObject([
      { errors: [{ key: 'record.byApproval' }] },
    ])
    await gone(record, row)
    expect(await file({ ...exampleOf(record), state: 'approved' })).toMatchObject([
      { errors: [{ key: 'record.beginsAsDraft' }] },
    ])
    const { data } = await call<Found>(ADMIN, record, 'queryPage', { state: 'enabled', limit: 10 })
    const { id, version, values } = data.records[0]!
    const chosen = async (field: string, now: unknown) => {
      const choices = await call<{ records: { code: string }[] }>(ADMIN, record, 'choices', { field })
      return choices.data.records.find(({ code }) => code !== now)?.code
    }
    const fixed = record.issued ? Object.values(record.names).slice(0, 1) : (record.guarded ?? [])
    for (const name of fixed) {
      const field = record.fields[name]!
      const value = field.refersTo
        ? await chosen(name, values[name])
        : field.shape
          ? field.shape.like.replace(/^\d/, '8')
          : 'XX1234567'
      const answer = await call(ADMIN, record, 'update', { id, version, values: { ...values, [name]: value } })
      expect([name, answer.error?.key]).toEqual([name, record.issued ? 'record.issued' : 'record.guarded'])
    }
    const kept = await call(ADMIN, record, 'delete', { id, version })
    expect(['record.used', 'record.onlyDrafts']).toContain(kept.error?.key)
  })
}
