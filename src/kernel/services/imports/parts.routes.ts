import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { may } from '#kernel/platform/access/principal.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type { MadeDocument } from './import-definition.ts'
import { ownRun } from './import.routes.ts'
import { countParts, type PartRow, partsOf } from './import-rows.ts'
import { type ImportDocumentView, partsSchema } from './import-wire.ts'
import { importerOf, type ImportServices, mustSeeRows } from './importer.ts'

/** Parts in one answer; more are counted. */
const MOST_PARTS = 500
/** Drafts that may be submitted together, whether shown or not. */
const MOST_DRAFTS = 10_000

/** The documents that the rows of a run become, or became. */
export function partRoutes(services: Pick<ImportServices, 'definitions'>): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/aps/import/parts',
      right: { signedIn: 'of one’s own imports; each kind asks for its own right' },
      summary: 'The documents that the rows of an import become: how many rows and how much in each, and how it stands',
      mode: 'read',
      personal: true,
      body: Type.Object({ importId: Type.String({ maxLength: 32 }) }),
      data: nullable(partsSchema),
      async handler(tx, context, { body }) {
        const { run, definition } = await ownRun(tx, context, services, body.importId)
        mustSeeRows(run, definition, context.principal)
        if (!definition.parts || run.state === 'reading') return null
        const { document, amount, currency, currencyOf, named } = definition.parts
        const rows = await tx.rows(partsOf(run.id, amount, MOST_DRAFTS))
        const documents = await documentsOf(tx, context, document, rows)
        const drafts = [...documents.values()].filter(({ isDraft }) => isDraft).map(({ id }) => id)
        const submit = document.actions['submit']
        const maySubmit = submit?.bulk === true && may(context.principal, submit.right)
        const common = await currency(tx, importerOf(definition, run, context.principal, context.now))
        return {
          document: document.name,
          label: textAt(context.language, `${document.area}.documents.${document.name}.label`),
          currency: common,
          total: (await tx.first(countParts(run.id)))?.total ?? 0,
          records: rows.slice(0, MOST_PARTS).map(({ part, rows: good, bad, amount: sum, made }) => ({
            part: named?.(part, context.language) ?? part,
            rows: good,
            bad,
            amount: sum,
            currency: currencyOf?.(part) ?? common,
            documents: made.map((each) => documents.get(each.id) ?? gone(each)),
          })),
          submit: maySubmit && drafts.length > 0 ? { path: `${document.api}/bulk/submit`, ids: drafts } : null,
        }
      },
    }),
  ]
}

interface Head {
  readonly id: string
  readonly no: string
  readonly state: string
  readonly round: number
  readonly drafter_id: number
}

/** In their current state; the person's own draft opens for editing. */
async function documentsOf(
  tx: Tx,
  { language, principal }: RequestContext,
  definition: AnyDocument,
  rows: readonly PartRow[],
): Promise<ReadonlyMap<string, ImportDocumentView>> {
  const ids = rows.flatMap(({ made }) => made.map(({ id }) => id))
  const heads = await tx.rows<Head>({
    text: `select id, no, state, round, drafter_id from ${definition.table} where id = any ($1::bigint[])`,
    values: [ids],
  })
  return new Map(
    heads.map(({ id, no, state, round, drafter_id: drafter }) => {
      const isDraft = state === definition.initial && drafter === principal.userId
      const address = isDraft
        ? withQuery(definition.pages.edit, { applyNo: no })
        : withQuery(definition.pages.pc, { formInstanceId: formInstanceId({ documentId: id, round }) })
      const stateLabel = textAt(language, `${definition.area}.documents.${definition.name}.states.${state}`)
      return [id, { id, no, address, state, stateLabel, stateColour: definition.states[state] ?? 'grey', isDraft }]
    }),
  )
}

/** It was deleted: its number remains. */
function gone({ id, no }: MadeDocument): ImportDocumentView {
  return { id, no, address: null, state: null, stateLabel: null, stateColour: 'grey', isDraft: false }
}
