import { Type } from 'typebox'
import { may, narrowed } from '#kernel/platform/access/principal.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { readFormInstanceId } from '#kernel/engine/approval/form-instance.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { foundDocuments, knownDocuments } from './find-documents.ts'
import { FIND_TEXTS } from './find-texts.ts'
import type { FindSource } from './find-source.ts'
import { type Found, found, foundGroup } from './find-wire.ts'

const OWN = { signedIn: 'Everyone may search; each kind of things is searched with its own right and scope only' }

/** One letter is in nearly every name; one Chinese character may be a word. */
const SHORTEST = 2
const EACH = 6
const DOCUMENTS = 12

/**
 * The box that finds everything by number, code or name: documents of all types over their registry, and the kinds that areas declare
 * (decision 116). One statement for each kind, shared by two connections (decision 119).
 */
export function findRoutes(definitions: readonly AnyDocument[], sources: readonly FindSource[]): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/aps/find',
      right: OWN,
      summary: 'Documents, customers, people, devices and other things by number, code or name, by kind',
      mode: 'read',
      body: Type.Object({ keyword: Type.String({ maxLength: 64 }) }, { additionalProperties: false }),
      data: Type.Array(foundGroup),
      async handler(tx, context, { body }) {
        // PostgreSQL stores no NUL in a text.
        const word = body.keyword.replaceAll('\u0000', '').trim()
        if (word.length < SHORTEST && !/\p{Script=Han}/u.test(word)) return []
        const { principal, language } = context
        const own = sources.filter(({ right }) => may(principal, right))
        const [documents = [], ...rest] = await tx.shared<readonly Found[]>([
          (one) => foundDocuments(one, context, definitions, { word, most: DOCUMENTS }),
          ...own.map(
            (source) => (one: Tx) =>
              source.find(one, { ...context, principal: narrowed(principal, source.right) }, { word, most: EACH }),
          ),
        ])
        const keys = new Set(rest.flatMap((things) => things.map(({ key }) => key)))
        return [
          {
            kind: 'documents',
            label: FIND_TEXTS[language].documents,
            icon: 'file',
            // What a document became, as a scheme, is found under the same number: once is enough.
            found: documents.filter(({ key }) => !keys.has(key)),
          },
          ...own.map(({ kind, title, icon }, index) => ({
            kind,
            label: textAt(language, title),
            icon,
            found: [...rest[index]!],
          })),
        ].filter((group) => group.found.length > 0)
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/aps/document/known',
      right: OWN,
      summary: 'Which of these documents the caller may still open, by number or approval',
      mode: 'read',
      body: Type.Object(
        {
          numbers: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50 }),
          forms: Type.Array(Type.String({ maxLength: 32 }), {
            maxItems: 50,
            description: 'as links carry them in `formInstanceId`',
          }),
        },
        { additionalProperties: false },
      ),
      data: Type.Array(Type.Intersect([found, Type.Object({ documentId: Type.String() })])),
      async handler(tx, context, { body }) {
        const ids = body.forms.flatMap((form) => readFormInstanceId(form)?.documentId ?? [])
        const numbers = body.numbers.filter((number) => !number.includes('\u0000'))
        return [...(await knownDocuments(tx, context, definitions, { numbers, ids }))]
      },
    }),
  ]
}
