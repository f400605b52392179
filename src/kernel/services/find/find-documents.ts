import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { may } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import {
  findByName,
  findByNumber,
  readDocuments,
  type RegisteredRow,
} from '#kernel/engine/document/list/find-documents.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import type { FindQuery } from './find-source.ts'
import type { Found } from './find-wire.ts'

/** Letters of a type, or none, and its period. Fewer characters begin nearly every number. */
const NUMBER = /^(?:[a-z]+\d|20\d)[a-z\d]*$/i
const SHORTEST_NUMBER = 3

/** Documents of every type by the beginning of their number, or by a word of their name. */
export async function foundDocuments(
  tx: Tx,
  context: RequestContext,
  definitions: readonly AnyDocument[],
  { word, most }: FindQuery,
): Promise<readonly Found[]> {
  const permitted = permittedOf(definitions, context)
  const { principal } = context
  const mayBegin = NUMBER.test(word) && word.length >= SHORTEST_NUMBER
  const byNumber = mayBegin ? findByNumber(permitted, principal, word, most) : null
  const numbered = byNumber === null ? [] : await tx.rows(byNumber)
  // A name may begin as numbers do: 2026 Diwali.
  const byName = numbered.length > 0 ? null : findByName(permitted, principal, word, most)
  const rows = byName === null ? numbered : await tx.rows(byName)
  return rows.map((row) => wire(context, permitted, row))
}

/** Those of these documents that still exist for the reader. */
export async function knownDocuments(
  tx: Tx,
  context: RequestContext,
  definitions: readonly AnyDocument[],
  asked: { readonly numbers: readonly string[]; readonly ids: readonly string[] },
): Promise<readonly (Found & { readonly documentId: string })[]> {
  const permitted = permittedOf(definitions, context)
  if (permitted.length === 0) return []
  const rows = await tx.rows(readDocuments(permitted, context.principal, asked))
  return rows.map((row) => ({ ...wire(context, permitted, row), documentId: row.id }))
}

function permittedOf(definitions: readonly AnyDocument[], { principal }: RequestContext): readonly AnyDocument[] {
  return definitions.filter((definition) => may(principal, definition.viewRight))
}

function wire({ language }: RequestContext, definitions: readonly AnyDocument[], row: RegisteredRow): Found {
  const definition = definitions.find(({ name }) => name === row.type)!
  const base = `${definition.area}.documents.${definition.name}`
  const drafter = language === 'zh' ? row.drafter_zh : row.drafter_en
  return {
    key: row.no,
    title: row.name === null ? row.no : `${row.no} ${row.name}`,
    hint: `${textAt(language, `${base}.label`)} · ${drafter}`,
    state: {
      label: textAt(language, `${base}.states.${row.state}`),
      colour: definition.states[row.state] ?? 'grey',
    },
    url: addressOf(definition.pages.edit, definition.pages.pc, row),
    mobileUrl: addressOf(definition.pages.mobileEdit ?? definition.pages.edit, definition.pages.mobile, row),
  }
}

/** The caller's own draft opens for editing, everything else for viewing. */
function addressOf(edit: string, view: string, { no, id, round }: RegisteredRow): string {
  return round === 0
    ? withQuery(edit, { applyNo: no })
    : withQuery(view, { formInstanceId: formInstanceId({ documentId: id, round }) })
}
