import { beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#app/areas.ts'
import { buildServer, loadAreaServers } from '#app/server.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { readSettings } from '#kernel/base/config/config.ts'
import { contentBound, keptDraft, longestOf } from '#kernel/engine/document/action/draft.ts'
import type { Field, Fields } from '#kernel/engine/definition/fields.ts'
import { partsOf } from '#kernel/engine/definition/parts.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { LARGEST_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'

// A draft may be incomplete and say nonsense, but it holds no more than the definition of its type bounds. Of every type.

let definitions: readonly AnyDocument[]
let routes: readonly Route[]

beforeAll(async () => {
  const serverAreas = await loadAreaServers(areas)
  const whole = serverAreas.flatMap(({ documents }) => documents.map(({ definition }) => definition))
  // Each further table as a document whose lines are its rows.
  definitions = whole.flatMap((definition) => [definition, ...partsOf(definition)])
  const config = {
    ...readSettings({ OIDC_ISSUER: 'https://provider.invalid', OIDC_CLIENT_ID: 'none' }),
    databaseUrl: '',
  }
  const pool = { connect: () => Promise.reject(new Error('no statement is run here')) }
  const built = await buildServer({
    config,
    runtime: { pool, now: productNow },
    areas,
    serverAreas,
  })
  routes = built.routes
  await built.app.close()
})

const written = (fields: Fields): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(([, field]) => !field.computed)

function refusalsOf(definition: AnyDocument, raw: Readonly<Record<string, unknown>>): readonly Refusal[] {
  try {
    keptDraft(definition, raw)
    return []
  } catch (error) {
    if (error instanceof Refused) return error.refusals
    throw error
  }
}

/** The largest possible draft: every field has as many letters as are kept. */
function fullest(fields: Fields): Record<string, string> {
  return Object.fromEntries(written(fields).map(([name, field]) => [name, 'x'.repeat(longestOf(field))]))
}

/** The `source` with which a draft may have as many lines as a file; null for a type that knows no files. */
const madeBy = ({ fields }: AnyDocument) => fields['source']?.options?.find((each) => each !== 'typed') ?? null

describe('a draft of every type', () => {
  it('a draft keeps the fields of its definition as they were typed, and nothing else', () => {
    for (const definition of definitions) {
      const header = fullest(definition.fields)
      const lines = [fullest(definition.lines), {}]
      const computed = Object.entries({ ...definition.fields, ...definition.lines }).filter(
        ([, field]) => field.computed,
      )
      const others = { ...Object.fromEntries(computed.map(([name]) => [name, '1'])), anythingElse: 'x', id: '1' }
      const given = { ...others, ...header, lines: lines.map((line) => ({ ...others, ...line })) }
      const named = Object.keys({ ...definition.fields, ...definition.lines })
      expect([definition.name, named.includes('anythingElse')]).toEqual([definition.name, false])
      // A name that is a field of the header may be computed in a line.
      const kept = (fields: Fields, values: object) =>
        Object.fromEntries(
          Object.entries({ ...others, ...values }).filter(([name]) => fields[name] && !fields[name].computed),
        )
      expect([definition.name, keptDraft(definition, given)]).toEqual([
        definition.name,
        { ...kept(definition.fields, header), lines: lines.map((line) => kept(definition.lines, line)) },
      ])
    }
  })

  it('a draft takes no more lines than may be typed or come from a file', () => {
    for (const definition of definitions) {
      const { typed, file } = definition.lineLimits
      const limits: [string | null, number][] = [[null, typed]]
      const made = madeBy(definition)
      if (made !== null) limits.push(['typed', typed], [made, file], ['of nobody', typed])
      for (const [source, limit] of limits) {
        const raw = (count: number) => ({
          ...(source === null ? {} : { source }),
          lines: Array.from({ length: count }, () => ({})),
        })
        const refusals = refusalsOf(definition, raw(limit + 1)).map(({ key, params }) => [key, params])
        const of = `${definition.name} ${source}`
        expect([of, refusalsOf(definition, raw(limit))]).toEqual([of, []])
        expect([of, refusals]).toEqual([of, [['document.tooManyLines', { limit }]]])
      }
    }
  })

  it('a draft refuses a text much longer than its field, and a value that is no text, by field and row', () => {
    for (const definition of definitions) {
      for (const [name, field] of written(definition.fields)) {
        const tooLong = refusalsOf(definition, { [name]: 'x'.repeat(longestOf(field) + 1) })
        const noText = refusalsOf(definition, { [name]: { kept: ['as typed'] } })
        const places = [...tooLong, ...noText].map((refusal) => [refusal.key, refusal.field, refusal.row])
        expect([definition.name, places]).toEqual([
          definition.name,
          [
            ['document.tooLong', name, undefined],
            ['document.notAnOption', name, undefined],
          ],
        ])
      }
      for (const [name, field] of written(definition.lines)) {
        const lines = [{}, { [name]: 'x'.repeat(longestOf(field) + 1) }, { [name]: [] }]
        const places = refusalsOf(definition, { lines }).map((refusal) => [refusal.key, refusal.field, refusal.row])
        expect([definition.name, places]).toEqual([
          definition.name,
          [
            ['document.tooLong', name, 1],
            ['document.notAnOption', name, 2],
          ],
        ])
      }
    }
  })

  it('each call of a document type accepts the largest content that its definition allows, and no larger body', () => {
    for (const definition of definitions) {
      const { bytes, values } = contentBound(definition)
      const limit = Math.max(definition.lineLimits.typed, definition.lineLimits.file)
      const line = Object.keys(definition.lines).length + 1
      expect([definition.name, values >= limit * line]).toEqual([definition.name, true])
      const full = { ...fullest(definition.fields), lines: Array.from({ length: 50 }, () => fullest(definition.lines)) }
      expect([definition.name, bytes >= Math.min(LARGEST_BOUND.bytes, JSON.stringify(full).length)]).toEqual([
        definition.name,
        true,
      ])
      const own = routes.filter(({ body }) => {
        const fields = Object.keys((body as { properties?: object } | undefined)?.properties ?? {})
        return (
          fields.includes(definition.part ?? 'lines') &&
          written(definition.fields).every(([name]) => fields.includes(name))
        )
      })
      // Submit and check at least, and save where people draft it.
      const least = definition.actions['save'] ? 3 : 2
      expect([definition.name, own.length >= least]).toEqual([definition.name, true])
      for (const { path, bound } of own)
        expect([path, bound !== undefined && bound.bytes >= bytes && bound.values >= values]).toEqual([path, true])
    }
  })
})
