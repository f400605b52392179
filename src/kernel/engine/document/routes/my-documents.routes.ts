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
          return {
            documentType: definition.name,
            typeLabel: textAt(language, `${base}.label`),
            total: [...counts.values()].reduce((sum, total) => sum + total, 0),
            url: listAddress(definition, { drafter: principal.account }),
            states: Object.entries(definition.states).flatMap(([state, stateColour]) => {
              const total = counts.get(state)
              if (total === undefined) return []
              const url = listAddress(definition, { drafter: principal.account, state })
              return [{ state, stateLabel: textAt(language, `${base}.states.${state}`), stateColour, total, url }]
            }),
          }
        })
      },
    }),
  ]
}

interface CountRow {
  readonly document_type: string
  readonly state: string
  readonly total: number
}

/** How many documents of each type and state a person has raised: one statement, however many types there are. */
export function ownCounts(definitions: readonly AnyDocument[], reader: Principal): Statement<CountRow> {
  const values: unknown[] = [reader.userId]
  const readable = readableSql(definitions, reader, 'r', (value) => `$${values.push(value)}`)
  return {
    text: `select r.document_type, r.state, count(*)::int as total from document r
      where r.drafter_id = $1 and ${readable} group by r.document_type, r.state`,
    values,
  }
}

function listAddress({ pages: { list } }: AnyDocument, filters: Readonly<Record<string, string>>): string {
  return withQuery(list, filters)
}
