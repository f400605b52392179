import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { Type } from 'typebox'
import { may, narrowed, type RequestContext } from '#kernel/platform/access/principal.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { duplicateRoutes } from '../duplicates/alike.routes.ts'
import { findByNumber, type FoundRow } from '../list/find-documents.ts'
import { pickRoutes } from './pick.routes.ts'
import type { AnyDocument } from '../server-document.ts'

const SHORTEST = 3
const EACH = 6

const found = Type.Object({
  documentType: Type.String(),
  no: Type.String(),
  typeLabel: Type.String(),
  state: Type.String(),
  stateLabel: Type.String(),
  stateColour: Type.String(),
  drafterName: Type.String(),
  url: Type.String(),
})

/**
 * Finds documents of every type by the beginning of their number; the digits after the type's letters are enough. Also
 * finds those of one type, for selectors.
 */
export function findRoutes(definitions: readonly AnyDocument[]): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/aps/document/find',
      right: { signedIn: 'Each type of document is searched with its own right and scope only' },
      summary: 'Documents by the beginning of their number',
      mode: 'read',
      body: Type.Object({ keyword: Type.String({ maxLength: 64 }) }),
      data: Type.Array(found),
      async handler(tx, context, { body }) {
        const keyword = body.keyword.trim().toUpperCase()
        // PostgreSQL stores no NUL in a text; a text that is no number finds nothing.
        if (keyword.length < SHORTEST || !/^[A-Z0-9]+$/.test(keyword)) return []
        const permitted = definitions.filter((definition) => may(context.principal, definition.viewRight))
        const rows = await Promise.all(
          permitted.map(async (definition) => {
            const beginning = beginningOf(definition, keyword)
            if (beginning === null) return []
            const statement = findByNumber(
              definition,
              narrowed(context.principal, definition.viewRight),
              beginning,
              EACH,
            )
            return (await tx.rows(statement)).map((row) => wire(context, definition, row))
          }),
        )
        return rows.flat()
      },
    }),
    ...pickRoutes(definitions),
    ...duplicateRoutes(definitions),
  ]
}

/**
 * `20261100012` applies to every type; `CB2026` to those with these letters. Null where no number of the type can begin so.
 */
function beginningOf({ number: { prefix } }: AnyDocument, keyword: string): string | null {
  if (/^\d/.test(keyword)) return prefix + keyword
  return keyword.startsWith(prefix) ? keyword : null
}

function wire({ language }: RequestContext, definition: AnyDocument, row: FoundRow) {
  const base = `${definition.area}.documents.${definition.name}`
  return {
    documentType: definition.name,
    no: row.no,
    typeLabel: textAt(language, `${base}.label`),
    state: row.state,
    stateLabel: textAt(language, `${base}.states.${row.state}`),
    stateColour: definition.states[row.state] ?? 'grey',
    drafterName: language === 'zh' ? row.drafter_zh : row.drafter_en,
    url: addressOf(definition.pages, row),
  }
}

/** The caller's own draft opens for editing, everything else for viewing. */
function addressOf(pages: AnyDocument['pages'], row: FoundRow): string {
  const [page, query] =
    row.round === 0
      ? [pages.edit, { applyNo: row.no }]
      : [pages.pc, { formInstanceId: formInstanceId({ documentId: row.id, round: row.round }) }]
  return withQuery(page, query as Record<string, string>)
}
