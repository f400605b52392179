import { codesIn } from '#kernel/engine/record/write/codes.ts'
import { type AnyRecord, referringFields } from '#kernel/engine/record/definition.ts'
import { isNameable, readNamed, readReferences, type Referred } from '#kernel/engine/record/references.ts'
import type { Reference } from '#kernel/engine/definition/reference.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { excelErrors } from '#kernel/platform/excel/excel.errors.ts'
import type { CellError } from '#kernel/platform/excel/read/parse-rows.ts'
import type { Importer, ImportRow, UnreadableRow } from '#kernel/services/imports/import-definition.ts'

/** Candidates that a message lists, and characters of the text that it repeats. */
const SHOWN = 5
const SHOWN_LENGTH = 100

/** A row with its references as codes, and an error for each cell whose name several records have. */
export interface CodedRow extends UnreadableRow {
  readonly errors: readonly CellError[]
}

/** The code of a cell `code / name`, as drop-downs and exports write it. */
const headOf = (text: string): string => text.split(' / ', 1)[0]!.trim()

/**
 * The rows with the code of each record that a cell names, in either language. A code comes before any name. A text that names nothing the person
 * may refer to stays as it is, and is refused as an unknown code.
 */
export async function inCodes(
  tx: Tx,
  importer: Importer,
  record: AnyRecord,
  rows: readonly (ImportRow & Partial<UnreadableRow>)[],
): Promise<readonly CodedRow[]> {
  const fields = referringFields(record)
  const written = rows.map(({ values }) => new Map(fields.map(([name, field]) => [name, textsIn(field, values[name])])))
  const heads = written.map((texts) =>
    Object.fromEntries(fields.map(([name]) => [name, (texts.get(name) ?? []).map(headOf).join(', ') || null])),
  )
  const known = await readReferences(tx, record, heads)
  const named = new Map<string, ReadonlyMap<string, readonly Referred[]>>()
  for (const [name, { refersTo }] of fields) {
    const unknown = new Set(
      written.flatMap((texts) => (texts.get(name) ?? []).filter((text) => !known.get(refersTo, headOf(text)))),
    )
    if (unknown.size > 0) named.set(name, await readNamed(tx, refersTo, [...unknown]))
  }
  return rows.map((given, index): CodedRow => {
    const { row, values, unreadable = new Set() } = given
    const errors: CellError[] = []
    const coded: Record<string, string | null> = { ...values }
    for (const [name, { refersTo }] of fields) {
      const texts = written[index]!.get(name) ?? []
      if (texts.length === 0) continue
      const codes = texts.map((text) => {
        if (known.get(refersTo, headOf(text))) return headOf(text)
        const [one, ...others] = meant(importer, refersTo, values, named.get(name)?.get(text) ?? [])
        if (one && others.length > 0) errors.push(ambiguous(importer, row, name, text, [one, ...others]))
        return one?.code ?? headOf(text)
      })
      coded[name] = codes.join(', ')
    }
    const unclear = errors.map(({ column }) => column)
    for (const column of unclear) coded[column] = null
    return { row, values: coded, unreadable: new Set([...unreadable, ...unclear]), errors }
  })
}

/** A cell of a reference to several has several texts. */
function textsIn({ links }: { readonly links?: object }, value: string | null | undefined): readonly string[] {
  if (!value) return []
  return links ? codesIn(value) : [value]
}

/** What a person may refer to; of several those that fit the row, and of these those that are in use. */
function meant(
  { principal }: Importer,
  reference: Reference,
  values: ImportRow['values'],
  found: readonly Referred[],
): readonly Referred[] {
  const nameable = found.filter((each) => isNameable(principal, reference, each))
  const same = reference.sameValue && values[reference.sameValue.field]
  const fitting = nameable.filter(({ sameValue }) => !same || sameValue === same)
  const inUse = fitting.filter(({ enabled }) => enabled)
  return [inUse, fitting, nameable].find((each) => each.length > 0) ?? []
}

function ambiguous(
  { language }: Importer,
  row: number,
  column: string,
  text: string,
  candidates: readonly Referred[],
): CellError {
  const names = candidates
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
    .map(({ code, name_zh: zh, name_en: en }) => `${code} / ${{ zh, en }[language]}`)
  const choices = [...names.slice(0, SHOWN), ...(names.length > SHOWN ? ['…'] : [])].join(', ')
  const { key, params } = excelErrors.cellAmbiguous({ text: text.slice(0, SHOWN_LENGTH), choices })
  return { row, column, key, params }
}
