import { Type } from 'typebox'
import { may } from '#kernel/platform/access/principal.ts'
import { documentErrors, httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { LARGEST_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { besideOpinion } from './document-schemas.ts'
import { previewRoute } from './preview.ts'
import type { ServerDocument } from '../server-document.ts'

/** Previews of a submit: who would be asked, and why. */
export function previewRoutes(documents: readonly ServerDocument[]): Route[] {
  const byName = new Map(documents.map((document) => [document.definition.name, document]))
  const submits = documents.flatMap(({ definition }) => definition.actions['submit'] ?? [])
  const rights = [...new Set(submits.flatMap(({ approval, right }) => (approval === undefined ? [] : right)))]
  return [
    defineRoute({
      method: 'POST',
      path: '/aps/bpm/preview',
      right: { signedIn: 'Asks for the right to submit the type of document' },
      summary: 'The route that a submit of this content would start: people, reasons, and what stands in its way',
      mode: 'read',
      bound: LARGEST_BOUND,
      body: Type.Object({
        documentType: Type.Optional(
          Type.String({ maxLength: 64, description: 'its content follows, as for its submit' }),
        ),
        chosen: besideOpinion.chosen,
      }),
      data: Type.Unknown({ description: 'RoutePreview of approval-wire.ts' }),
      handler(tx, context, { body }) {
        if (!rights.some((right) => may(context.principal, right)))
          throw new Refused(httpErrors.forbidden({ right: rights.join(', ') }))
        const { documentType, chosen, ...raw } = body as Readonly<Record<string, unknown>>
        const document = required(byName.get(String(documentType)), documentErrors.notFound())
        return previewRoute(tx, context, document, raw, (chosen ?? {}) as Readonly<Record<string, readonly string[]>>)
      },
    }),
  ]
}
