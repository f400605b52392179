import { Type } from 'typebox'
import { loadDocument, writerOf } from '#kernel/engine/document/load-document.ts'
import { itemStore } from '#kernel/engine/items/item-store.ts'
import type { AnyDocument, HeadRow, ServerDocument } from '#kernel/engine/document/server-document.ts'
import { defineFileRoute, type Route } from '#kernel/platform/http/route.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { buildModel, ITEMS_ON_PAPER } from './build-model.ts'
import { renderPdf } from './render-pdf.ts'

/** Prints documents of one type, for people who may open them, with the same loader as the page. */
export function printRoute(document: ServerDocument): Route {
  const { definition } = document
  return defineFileRoute({
    method: 'GET',
    path: `/aps/document/${definition.name}/pdf`,
    right: definition.viewRight,
    summary: `${definition.name}: as a PDF, approval content, approval record or both`,
    mode: 'file',
    query: Type.Object({
      id: Type.Optional(Type.String({ maxLength: 40 })),
      no: Type.Optional(Type.String({ maxLength: 40 })),
      formInstanceId: Type.Optional(Type.String({ maxLength: 40 })),
      sections: Type.Optional(Type.Union([Type.Literal('content'), Type.Literal('record'), Type.Literal('both')])),
    }),
    async handler(tx, context, { query }) {
      const loaded = await loadDocument(tx, context, definition, query)
      const writer = writerOf(loaded, context)
      const names = await document.names(tx, context.language, [loaded.wire], loaded.lines, writer, loaded.tables)
      const items = definition.items ? await itemsOnPaper(tx, definition, loaded.row) : null
      const input = { document, loaded, names, context, sections: query.sections ?? 'both', items }
      return {
        fileName: `${String(loaded.wire['no'])}.pdf`,
        mediaType: 'application/pdf',
        // Laid out after the connection was returned: long documents take seconds.
        bytes: async () => renderPdf(await buildModel(input), String(context.principal.userId)),
      }
    },
  })
}

async function itemsOnPaper(tx: Tx, definition: AnyDocument, { id, round }: HeadRow) {
  const store = itemStore(definition)
  const counts = await tx.first(store.counts(id, round))
  return counts ? { counts, first: await tx.rows(store.all(id, round, false, ITEMS_ON_PAPER)) } : null
}
