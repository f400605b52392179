import { Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { ListRequest } from '#kernel/platform/http/paging.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { type AnyRecord, columnFor } from '../definition.ts'
import { whereOf } from './record-list.ts'
import { stateSql } from '../record-sql.ts'
import { recordFilterSchemas } from './record-wire.ts'

/** A map of more points is unreadable; such lists need filters. */
const MOST_PLACES = 10_000

interface PlaceRow {
  readonly id: string
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  readonly state: string
}

/** The positions of a list's rows, in a compact form. */
export function placesRoutes(record: AnyRecord): Route[] {
  const latitude = Object.entries(record.fields).find(([, { coordinate }]) => coordinate?.axis === 'latitude')
  if (!latitude) return []
  const text = Type.String()
  return [
    defineRoute({
      method: 'POST',
      path: `${record.api}/places`,
      right: record.rights.view,
      summary: `${record.name}: where those that match are: id, name, latitude, longitude, state; at most ${MOST_PLACES}`,
      mode: 'read',
      body: Type.Object(recordFilterSchemas(record), { additionalProperties: false }),
      data: Type.Object({
        places: Type.Array(Type.Tuple([text, text, Type.Number(), Type.Number(), text])),
        without: Type.Integer({ description: 'that match and are nowhere' }),
        capped: Type.Boolean(),
      }),
      async handler(tx, context, { body }) {
        const request = body as ListRequest
        const rows = await tx.rows(placesStatement(record, context, request))
        const shown = rows.slice(0, MOST_PLACES)
        const [missing] = await tx.rows(withoutStatement(record, context, request))
        return {
          places: shown.map(({ id, name, latitude: north, longitude, state }) => [id, name, north, longitude, state]),
          without: missing?.count ?? 0,
          capped: rows.length > MOST_PLACES,
        }
      },
    }),
  ]
}

function columnsOf({ fields }: AnyRecord): readonly [latitude: string, longitude: string] {
  const of = (axis: 'latitude' | 'longitude'): string => {
    const [name, field] = Object.entries(fields).find(([, { coordinate }]) => coordinate?.axis === axis)!
    return `t.${columnFor(name, field)}`
  }
  return [of('latitude'), of('longitude')]
}

/** Coordinates are only drawn, so a binary float is exact enough. */
function placesStatement(record: AnyRecord, context: RequestContext, request: ListRequest): Statement<PlaceRow> {
  const { where, values } = whereOf(record, context.principal, request)
  const [latitude, longitude] = columnsOf(record)
  const named = record.names[context.language]
  const name = `t.${columnFor(named, record.fields[named]!)}`
  return {
    text: `select t.id, ${name} as name, ${latitude}::float8 as latitude, ${longitude}::float8 as longitude, ${stateSql(record)} as state
      from ${record.table} t where ${where} and ${latitude} is not null order by t.id limit ${MOST_PLACES + 1}`,
    values,
  }
}

function withoutStatement(
  record: AnyRecord,
  context: RequestContext,
  request: ListRequest,
): Statement<{ count: number }> {
  const { where, values } = whereOf(record, context.principal, request)
  const [latitude] = columnsOf(record)
  return {
    text: `select count(*)::int as count from ${record.table} t where ${where} and ${latitude} is null`,
    values,
  }
}
