import { may, type Principal } from '#kernel/platform/access/principal.ts'
import { knownPermissions } from '#kernel/platform/access/known-permissions.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { Reference } from '#kernel/engine/definition/reference.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { settingChanges } from '#kernel/engine/setting/content-words.ts'
import { settingAuditedAs } from '#kernel/engine/setting/known-settings.ts'
import { knownRecord } from '#kernel/engine/record/known-records.ts'
import { isHidden, masked } from '#kernel/engine/record/write/secret.ts'
import type { EntryChange, EntryDetail } from '../auditing-wire.ts'
import { auditingPage as en } from '../locale/page.en.ts'
import { auditingPage as zh } from '../locale/page.zh.ts'
import { currencyOf, decidedAmount } from './entry-amounts.server.ts'
import { fieldName, lineFieldName, optionName, stateText } from './entry-names.server.ts'
import { entryView, type EntryRow, isContent, pairsOf, tellsSecrets } from './entry.queries.ts'

type Pair = readonly [unknown, unknown]

interface LineChange {
  readonly table?: string
  readonly row: number
  readonly line: 'changed' | 'added' | 'removed'
  readonly field: string
  readonly values: Pair
}

/** The properties of a declared field that decide how its values are shown. */
interface FieldFacts {
  readonly kind?: string
  readonly refersTo?: unknown
  readonly secret?: string
  readonly isImage?: boolean
}
type Fields = Readonly<Record<string, FieldFacts>>

interface Reader {
  readonly language: Language
  readonly principal: Principal
  readonly type: string | null
  readonly codes: Codes
  /** Names of pictures by key. */
  readonly files: Readonly<Record<string, string>>
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Names of codes by table and code, in the reader's language. */
type Codes = ReadonlyMap<string, ReadonlyMap<string, string>>

const PEOPLE = 'app_user'
/** Parts of an entry whose values are the ids of people. */
const OF_PEOPLE = new Set(['draftedBy', 'editors', 'userId'])
/** Documents hold the number of a person, records the account. */
const usersNamed = prepared<{ readonly code: string; readonly zh: string; readonly en: string }>(
  'auditing.users-named',
  `select id::text as code, name_zh as zh, name_en as en from app_user where id = any ($1::int[])
   union all select account, name_zh, name_en from app_user where account = any ($2::text[])`,
)
const isId = (code: string): boolean => /^\d{1,9}$/.test(code)

/** Parts of an entry that the page leaves out, because readers cannot use them or they are shown elsewhere on it. */
const UNTOLD = new Set([
  'key',
  'no',
  'taskId',
  'header',
  'changes',
  'lineChanges',
  'content',
  'before',
  'draft',
  'params',
])

/** An entry with everything that it says, in the reader's words. */
export async function entryDetail(
  tx: Tx,
  row: EntryRow,
  reader: { readonly language: Language; readonly principal: Principal },
  definitions: ReadonlyMap<string, AnyDefinition>,
): Promise<EntryDetail> {
  const { language, principal } = reader
  const { document_type: type, detail } = row
  const definition = type === null ? undefined : definitions.get(type)
  const record = knownRecord(type)
  const fields: Fields = definition?.fields ?? record?.fields ?? {}
  const lineField = ({ table, field }: Pick<LineChange, 'table' | 'field'>) =>
    (table === undefined ? definition?.lines : definition?.tables?.[table]?.fields)?.[field]
  const isSecret = tellsSecrets(detail, principal)
  const pairs = pairsOf(row)
  const header = isSecret || !isContent(detail['header']) ? {} : detail['header']
  const lines = isSecret ? [] : ((detail['lineChanges'] ?? []) as readonly LineChange[])
  const codes = await codesOf(tx, language, [
    ...pairs.flatMap(([name, pair]) => pair.map((value) => [fields[name], value] as const)),
    ...Object.entries(header).map(([name, value]) => [fields[name], value] as const),
    ...lines.flatMap((each) => each.values.map((value) => [lineField(each), value] as const)),
    ...[...OF_PEOPLE].map((name) => [{ refersTo: { table: PEOPLE } }, detail[name]] as const),
  ])
  const of: Reader = { language, principal, type, codes, files: row.files ?? {} }
  const isShown = record !== undefined && may(principal, record.rights.view)
  const changed = (label: string, name: string, field: FieldFacts | undefined, [was, is]: Pair): EntryChange => ({
    name: label,
    before: words(of, name, field, was),
    after: words(of, name, field, is),
    isAmount: field?.kind === 'money',
    picture: field?.isImage ? { before: textOrNull(was), after: textOrNull(is), isShown } : null,
  })
  const amount = decidedAmount(row, principal)
  const named = new Set(pairs.map(([name]) => name))
  const setting = 'draftedBy' in detail ? settingAuditedAs(type) : undefined
  const published = setting?.called.inWords
    ? await settingChanges(tx, language, setting, row.subject ?? '', detail['before'], detail['content'])
    : null
  return {
    entry: entryView(row, language, principal),
    changes: [
      ...stateChange(row, language),
      ...(published?.map((change) => ({ ...change, isAmount: false, picture: null })) ??
        pairs.map(([name, pair]) => changed(fieldName(language, type, name), name, fields[name], pair))),
    ],
    lines: byLine(lines).map(({ row: at, line, table, all }) => ({
      row: at,
      act: line,
      table: table === undefined ? null : fieldName(language, type, table),
      changes: all.map((each) =>
        changed(lineFieldName(language, type, table, each.field), each.field, lineField(each), each.values),
      ),
    })),
    unchanged: Object.entries(header).flatMap(([name, value]) => {
      const shown = named.has(name) ? null : words(of, name, fields[name], value)
      if (shown === null) return []
      return [{ name: fieldName(language, type, name), value: shown, isAmount: fields[name]?.kind === 'money' }]
    }),
    currency: currencyOf(row),
    about: [
      ...(amount ? [{ name: fieldName(language, type, amount[0]), value: amount[1] }] : []),
      ...Object.entries(detail).flatMap(([name, value]) => {
        const shown = UNTOLD.has(name) ? null : words(of, name, OF_PEOPLE.has(name) ? PERSON : undefined, value)
        return shown === null
          ? []
          : [{ name: fieldName(language, definition?.tables?.[name] ? type : null, name), value: shown }]
      }),
    ],
    url: definition && row.to_state !== null ? await addressOf(tx, definition, row) : null,
  }
}

const PERSON: FieldFacts = { refersTo: { table: PEOPLE } }

const lastRound = prepared<{ readonly round: number | null }>(
  'auditing.last-round',
  'select max(round) as round from approval_instance where document_id = $1',
)

/** The address of a submitted document's page; a draft has none, because only its drafter may read it. */
async function addressOf(
  tx: Tx,
  { pages }: AnyDefinition,
  { document_id: documentId }: EntryRow,
): Promise<string | null> {
  if (documentId === null) return null
  const round = (await tx.first(lastRound(documentId)))?.round ?? null
  return round === null ? null : `${pages.pc}?formInstanceId=${formInstanceId({ documentId, round })}`
}

function stateChange(
  { from_state: from, to_state: to, document_type: type }: EntryRow,
  language: Language,
): EntryChange[] {
  if (from === to) return []
  const name = (language === 'zh' ? zh : en).entry.state
  const text = (state: string | null) => (state === null ? null : stateText(language, type, state))
  return [{ name, before: text(from), after: text(to), isAmount: false, picture: null }]
}

function byLine(changes: readonly LineChange[]) {
  const lines = [...Map.groupBy(changes, ({ row, line, table = '' }) => `${table} ${line} ${row}`).values()]
  return lines.map((all) => ({ row: all[0]!.row, line: all[0]!.line, table: all[0]!.table, all }))
}

const isReference = (refersTo: unknown): refersTo is Reference =>
  typeof refersTo === 'object' && refersTo !== null && 'table' in refersTo

/** The names of all codes, read by one statement for each table that is referred to. */
async function codesOf(
  tx: Tx,
  language: Language,
  values: readonly (readonly [FieldFacts | undefined, unknown])[],
): Promise<Codes> {
  const asked = new Map<string, { readonly reference: Reference; readonly codes: Set<string> }>()
  for (const [field, value] of values) {
    if (!isReference(field?.refersTo) || value === null || value === undefined) continue
    const reference = field.refersTo
    const place = asked.get(reference.table) ?? { reference, codes: new Set<string>() }
    for (const code of Array.isArray(value) ? value : [value]) place.codes.add(String(code))
    asked.set(reference.table, place)
  }
  const found = new Map<string, ReadonlyMap<string, string>>()
  for (const [table, { reference, codes }] of asked) {
    const rows = await tx.rows(table === PEOPLE ? namesOfPeople([...codes]) : namesIn(reference, [...codes]))
    found.set(
      table,
      new Map(rows.map(({ code, zh: chinese, en: english }) => [code, language === 'zh' ? chinese : english])),
    )
  }
  return found
}

function namesOfPeople(codes: readonly string[]) {
  const isAccount = (code: string) => !isId(code)
  return usersNamed(codes.filter(isId).map(Number), codes.filter(isAccount))
}

/** The names of a declared table; its columns come from the declaration, never from an entry. */
function namesIn(
  { table, key, code = key, keyType, named = 'name' }: Reference,
  codes: readonly string[],
): Statement<{ readonly code: string; readonly zh: string; readonly en: string }> {
  const isNumber = keyType === 'int'
  const keys = isNumber ? codes.map(Number).filter(Number.isSafeInteger) : codes
  return {
    text: `select ${key}::text as code, ${named}_zh as zh, ${named}_en as en from ${table} where ${key} = any ($1::${isNumber ? 'int' : 'text'}[])
      ${code === key ? '' : `union all select ${code}::text, ${named}_zh, ${named}_en from ${table} where ${code}::text = any ($2::text[])`}`,
    values: code === key ? [keys] : [keys, codes],
  }
}

/** A value in words: the text of an option, the name of a code beside it, parts of what has parts; null for none. */
function words(of: Reader, name: string, field: FieldFacts | undefined, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (field?.secret !== undefined && isHidden(field, of.principal)) return masked(plain(of, name, value)) ?? null
  if (Array.isArray(value)) {
    const parts = value.map((each) => words(of, name, field, each)).filter((each) => each !== null)
    return parts.length === 0 ? null : parts.join(parts.some((part) => part.includes(': ')) ? '\n' : ', ')
  }
  if (isContent(value)) {
    const parts = Object.entries(value).flatMap(([part, each]) => {
      const shown = words(of, part, undefined, each)
      return shown === null ? [] : [`${fieldName(of.language, null, part)}: ${shown}`]
    })
    return parts.length === 0 ? null : parts.join(' · ')
  }
  if (field?.isImage && typeof value === 'string') return of.files[value] ?? value
  const text = plain(of, name, value)
  const called = isReference(field?.refersTo) ? of.codes.get(field.refersTo.table)?.get(text) : undefined
  if (called === undefined) return text
  return isReference(field?.refersTo) && field.refersTo.table === PEOPLE ? called : `${text} / ${called}`
}

function plain({ language, type }: Reader, name: string, value: unknown): string {
  if (typeof value === 'boolean') return (language === 'zh' ? zh : en).entry[value ? 'yes' : 'no']
  const text = String(value)
  const right = name === 'rights' || name === 'right' ? knownPermissions().rights[text]?.[language] : undefined
  return right ?? optionName(language, type, name, text) ?? text
}
