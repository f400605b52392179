import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { Type } from 'typebox'
import { may, type Principal } from '#kernel/platform/access/principal.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { readableSql } from '../document-access.ts'
import type { AnyDocument } from '../server-document.ts'

const byState = Type.Object({
  state: Type.String(),
  stateLabel: Type.String(),
  stateColour: Type.String(),
  total: Type.Integer(),
  /** Whether there are more than were counted. */
  isMore: Type.Boolean(),
  /** The list filtered to exactly these. */
  url: Type.String(),
})

/** The caller's own documents: how many of each type in each state, counted as in the type's list. */
export function myDocumentsRoutes(definitions: readonly AnyDocument[]): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/aps/document/mine',
      right: { signedIn: 'It counts the caller’s own documents, each type with its own right' },
      summary: 'How many documents the caller has raised, by type and state',
      mode: 'read',
      data: Type.Array(
        Type.Object({
          documentType: Type.String(),
          typeLabel: Type.String(),
          total: Type.Integer(),
          isMore: Type.Boolean(),
          url: Type.String(),
          states: Type.Array(byState),
        }),
      ),
      async handler(tx, context) {
        const { principal, language } = context
        const permitted = definitions.filter((definition) => may(principal, definition.viewRight))
        const rows = await tx.rows(ownCounts(permitted, principal))
        return permitted.map((definition) => {
          const counts = new Map(
            rows.flatMap((row) => (row.document_type === definition.name ? [[row.state, row.total] as const] : [])),
          )
          const base = `${definition.area}.documents.${definition.name}`
          const states = Object.entries(definition.states).flatMap(([state, stateColour]) => {
            const counted = counts.get(state)
            if (counted === undefined) return []
            const url = listAddress(definition, { drafter: principal.account, state })
            const stateLabel = textAt(language, `${base}.states.${state}`)
            const isMore = counted > MOST
            return [{ state, stateLabel, stateColour, total: Math.min(counted, MOST), isMore, url }]
          })
          return {
            documentType: definition.name,
            typeLabel: textAt(language, `${base}.label`),
            total: states.reduce((sum, { total }) => sum + total, 0),
            isMore: states.some(({ isMore }) => isMore),
            url: listAddress(definition, { drafter: principal.account }),
            states,
          }
        })
      },
    }),
  ]
}

/** Documents of a type and state are counted up to here, so that who has raised hundreds of thousands waits no longer than others. */
const MOST = 1000

interface CountRow {
  readonly document_type: string
  readonly state: string
  readonly total: number
}

/** How many documents of each type and state a person has raised, one more than the most at the utmost. */
export function ownCounts(definitions: readonly AnyDocument[], reader: Principal): Statement<CountRow> {
  const kinds = definitions.flatMap(({ name, states }) => Object.keys(states).map((state) => ({ name, state })))
  const values: unknown[] = [reader.userId, kinds.map(({ name }) => name), kinds.map(({ state }) => state)]
  const readable = readableSql(definitions, reader, 'r', (value) => `$${values.push(value)}`)
  return {
    text: `select k.document_type, k.state, c.total from unnest($2::text[], $3::text[]) k (document_type, state)
      cross join lateral (
        select count(*)::int as total from (
          select from document r where r.drafter_id = $1 and r.document_type = k.document_type and r.state = k.state and ${readable}
          limit ${MOST + 1}
        ) of
      ) c
      where c.total > 0`,
    values,
  }
}

function listAddress({ pages: { list } }: AnyDocument, filters: Readonly<Record<string, string>>): string {
  return withQuery(list, filters)
}
