import { Type } from 'typebox'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { readFileKeys } from '../action/attachment-binding.ts'
import { attachmentsOfRound } from '#kernel/platform/files/attachment-store.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { readerOf } from '../document-access.ts'
import { headerOf, sqlOf } from '../document-sql.ts'
import { linesOfRows, lineSqlOf } from '../line-sql.ts'
import type { AnyDocument } from '../server-document.ts'
import { duplicateSchema } from './duplicate-wire.ts'
import { findPossibleDuplicates } from './find-possible-duplicates.ts'

/** Possible duplicates of a stored document, for its deciders and readers. */
export function duplicateRoutes(definitions: readonly AnyDocument[]): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/aps/document/duplicates',
      right: { signedIn: 'Each document is compared with those that its reader may see, by the right of each type' },
      summary: 'Documents that are nearly the same as one, with what is equal',
      mode: 'read',
      body: Type.Object({
        documentType: Type.String({ maxLength: 64 }),
        id: Type.String({ pattern: '^[0-9]{1,18}$' }),
      }),
      data: Type.Array(duplicateSchema),
      async handler(tx, context, { body }) {
        const definition = definitions.find(({ name }) => name === body.documentType)
        const reader = definition && (await readerOf(tx, context.principal, definition, body.id))
        if (!definition || (reader !== 'drafter' && reader !== 'reader')) throw new Refused(documentErrors.notFound())
        const row = await tx.first(sqlOf(definition).read(body.id))
        // A rejected or withdrawn document pays nobody; it is compared again when it is edited.
        if (!row || !definition.duplicates?.states.includes(row.state)) return []
        const [stored, files] = await Promise.all([
          tx.rows(lineSqlOf(definition).read(row.id, row.round)),
          tx.rows(attachmentsOfRound(row.id, row.round)),
        ])
        return [
          ...(await findPossibleDuplicates(tx, context, {
            definition,
            id: row.id,
            header: headerOf(definition, row),
            lines: linesOfRows(definition, stored),
            files,
          })),
        ]
      },
    }),
  ]
}

const ownFiles = prepared<{ name: string; source_sha256: string }>(
  'alike.own-files',
  `select a.name, a.source_sha256 from attachment a where a.key = any ($1::text[])
     and (a.uploader_id = $2 or a.document_id = $3::bigint) and a.source_sha256 is not null and a.removed_at is null`,
)

/** Files of a draft: the writer's own and the document's, so that a key reveals nothing about another person's file. */
export function namedFiles(tx: Tx, userId: number, documentId: string | null, files: unknown) {
  const keys = readFileKeys(files)
  return keys.length === 0 ? Promise.resolve([]) : tx.rows(ownFiles(keys, userId, documentId))
}
