import type { Principal } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { fieldNames } from '#kernel/engine/document/field-names.ts'
import type { TitleFacts } from '#kernel/engine/document/server-document.ts'
import { JOINT } from '#kernel/engine/definition/view.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { codesIn } from '#kernel/engine/record/write/codes.ts'
import { type AnyRecord, columnFor, recordText, referringFields } from '#kernel/engine/record/definition.ts'
import { knownRecords, knownRecord } from '#kernel/engine/record/known-records.ts'
import { isNameable, readReferences } from '#kernel/engine/record/references.ts'
import { organisationByCode } from '#areas/organisation/references.facade.ts'
import { changedField, changedRecord, changedValue } from './change-references.ts'

/** `records` by kind and key, `kind|key`; `fields` by name; `values` by line value: the definition of the record tells these. */
const changeNames = fieldNames('change.names', [changedRecord, organisationByCode, changedField, changedValue])
export const { schema: namesSchema } = changeNames

type Values = Readonly<Record<string, unknown>>
type Visitor = Pick<Principal, 'scope' | 'limits'>

const textsIn = (rows: readonly Values[], field: string): string[] => [
  ...new Set(rows.flatMap((row) => (typeof row[field] === 'string' ? [row[field]] : []))),
]

function namesSql(record: AnyRecord, language: Language): string {
  const column = (name: string) => `t.${columnFor(name, record.fields[name]!)}`
  return `select ${column(record.key)} as key, ${column(record.names[language])} as name from ${record.table} t`
}

/** Names of the records of these headers. */
async function recordNames(tx: Tx, language: Language, headers: readonly Values[]): Promise<Record<string, string>> {
  const names: Record<string, string> = {}
  for (const kind of textsIn(headers, 'recordKind')) {
    const record = knownRecord(kind)
    if (!record) continue
    const keys = textsIn(
      headers.filter((header) => header['recordKind'] === kind),
      'recordKey',
    )
    const rows = await tx.rows<{ key: string; name: string | null }>({
      text: `${namesSql(record, language)} where t.${columnFor(record.key, record.fields[record.key]!)} = any ($1::text[])`,
      values: [keys],
    })
    for (const { key, name } of rows) names[`${kind}${JOINT}${key}`] = name ?? key
  }
  return names
}

/** Names of the lines' values: options by text, codes by the name of their reference. */
async function valueNames(
  tx: Tx,
  language: Language,
  record: AnyRecord,
  lines: readonly Values[],
  writer?: Visitor,
): Promise<Record<string, string>> {
  const names: Record<string, string> = {}
  const sides = lines.flatMap((line) => [
    { [String(line['field'])]: line['oldValue'] },
    { [String(line['field'])]: line['value'] },
  ])
  const references = await readReferences(tx, record, sides)
  const referring = new Map(referringFields(record))
  for (const side of sides) {
    for (const [name, value] of Object.entries(side)) {
      if (typeof value !== 'string' || value === '') continue
      const field = referring.get(name)
      if (record.fields[name]?.kind === 'choice')
        names[value] = textAt(language, recordText(record, `options.${name}.${value}`))
      if (!field) continue
      const codes = field.links ? codesIn(value) : [value]
      const called = codes.map((code) => {
        const found = references.get(field.refersTo, code)
        return found && (!writer || isNameable(writer, field.refersTo, found))
          ? `${code} / ${language === 'zh' ? found.name_zh : found.name_en}`
          : code
      })
      names[value] = called.join(', ')
    }
  }
  return names
}

/** All names that these headers and lines need; of references in lines only those the writer may see. */
export async function namesOfChanges(
  tx: Tx,
  language: Language,
  headers: readonly Values[],
  lines: readonly Values[],
  writer?: Visitor,
) {
  const known = await changeNames.read(tx, language, { organisations: textsIn(headers, 'organisationCode') })
  const names = { ...known, records: await recordNames(tx, language, headers) }
  const record = knownRecord(headers[0]?.['recordKind'])
  if (!record || lines.length === 0) return names
  const fields = Object.keys(record.fields).map((name) => [
    name,
    textAt(language, recordText(record, `fields.${name}`)),
  ])
  const values = await valueNames(tx, language, record, lines, writer)
  return { ...names, fields: Object.fromEntries(fields) as Record<string, string>, values }
}

const MOST = 100

/** Changes with the word in their title: by the name of the record. */
export async function titledChanges(tx: Tx, language: Language, word: string): Promise<readonly TitleFacts[]> {
  const like = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const found: TitleFacts[] = []
  for (const record of knownRecords()) {
    if (!record.life && !record.guarded) continue
    const column = columnFor(record.names[language], record.fields[record.names[language]]!)
    const rows = await tx.rows<{ key: string }>({
      text: `${namesSql(record, language)} where t.${column} ilike $1 limit ${MOST}`,
      values: [like],
    })
    found.push(...rows.map(({ key }) => ({ recordKind: record.name, recordKey: key })))
  }
  return found.slice(0, MOST)
}
