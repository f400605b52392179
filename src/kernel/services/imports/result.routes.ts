import { Type } from 'typebox'
import { NOT_READY } from '#kernel/services/downloads/export.routes.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { CodedAnswer, defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { kernelTexts } from '#kernel/base/i18n/texts.ts'
import { isAtWork, runOf } from './import-run.ts'
import { runSchema } from './import-wire.ts'
import { runView } from './import-view.ts'
import { importerOf, type ImportServices } from './importer.ts'

/** The calls by which a page polls the result of its import (`price/import/result` of the spec), for kinds that have one. */
export function resultRoutes({ definitions }: Pick<ImportServices, 'definitions'>): Route[] {
  return [...definitions.values()].flatMap((definition) =>
    definition.resultPath === undefined
      ? []
      : [
          defineRoute({
            method: 'POST',
            path: definition.resultPath,
            right: definition.right,
            summary: `${definition.name}: how an import came out, asked again while it works (code ${NOT_READY})`,
            mode: 'action',
            audit: { none: 'answers how far an import is' },
            body: Type.Object({ importId: Type.String({ maxLength: 32 }) }),
            data: Type.Union([runSchema, Type.Null()]),
            handler: (runtime, { principal, language, now }, { body }) =>
              reading(runtime.pool, async (tx) => {
                const found = await tx.first(runOf(principal.userId, body.importId))
                const run = required(found?.kind === definition.name ? found : undefined, httpErrors.notFound())
                importerOf(definition, run, principal, now)
                if (isAtWork(run)) return new CodedAnswer(NOT_READY, kernelTexts(language).downloads.notReady)
                return runView(tx, run, definition, { principal, language, now })
              }),
          }),
        ],
  )
}
