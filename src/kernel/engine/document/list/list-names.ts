import type { Principal } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { ServerDocument } from '../server-document.ts'
import { nameOf, type Names, valueText } from '#kernel/engine/definition/view.ts'

type Row = Readonly<Record<string, unknown>>

interface Reader {
  readonly principal: Principal
  readonly language: Language
}

/**
 * Names of the codes in these rows' headers, row by row. A draft holds what its writer typed, so for their own rows nobody learns names
 * beyond what they may see anyway. Statements run one after the other, because an export's connection takes one at a time.
 */
export async function namesOfRows(
  tx: Tx,
  { principal, language }: Reader,
  { definition, names }: ServerDocument,
  rows: readonly Row[],
): Promise<readonly Names[]> {
  const isOwn = (row: Row) => (row['drafter'] as { readonly account: string }).account === principal.account
  const own = rows.filter(isOwn)
  const others = rows.filter((row) => !isOwn(row))
  const ofOwn = own.length > 0 ? await names(tx, language, own, [], principal) : {}
  const ofOthers = others.length > 0 ? await names(tx, language, others, []) : {}
  const { fields } = definition
  return rows.map((row) => {
    const known = isOwn(row) ? ofOwn : ofOthers
    const called: Record<string, Record<string, string>> = {}
    for (const [field, declared] of Object.entries(fields)) {
      const value = valueText(fields, field, row)
      const name = nameOf(declared, known, value)
      if (name !== undefined) (called[declared.refersTo!.names!] ??= {})[value] = name
    }
    return called
  })
}
