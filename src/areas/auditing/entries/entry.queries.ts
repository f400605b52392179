import type { Principal } from '#kernel/platform/access/principal.ts'
import { PAGE } from '#kernel/platform/db/page.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { contentWords } from '#kernel/engine/setting/content-words.ts'
import { knownRecord, knownRecords } from '#kernel/engine/record/known-records.ts'
import { isHidden, masked } from '#kernel/engine/record/write/secret.ts'
import type { EntryView } from '../auditing-wire.ts'
import type { ActDoneRow } from '#kernel/engine/document/acts/act-store.ts'
import { inputText } from '#kernel/engine/document/acts/acts-done.ts'
import { amountText, decidedAmount, definitionOf } from './entry-amounts.server.ts'
import { actName, callName, fieldName, optionName, refusalName, stateText, typeName } from './entry-names.server.ts'
import { type EntryFilters, where } from './entry-search.server.ts'

export interface EntryRow {
  readonly id: string
  readonly at: Date
  readonly kind: EntryView['kind']
  readonly actor_zh: string | null
  readonly actor_en: string | null
  readonly actor: string | null
  readonly behalf_zh: string | null
  readonly behalf_en: string | null
  readonly behalf: string | null
  readonly document_type: string | null
  readonly document_id: string | null
  readonly subject: string | null
  readonly action: string
  readonly from_state: string | null
  readonly to_state: string | null
  readonly detail: Readonly<Record<string, unknown>>
  readonly address: string | null
  readonly request_id: string
  /** Amount of the round of the document that was in approval then. */
  readonly submitted_amount: string | null
  readonly submitted_currency: string | null
  /** Names of the pictures among its values, by key; null where it is about nothing that has any. */
  readonly files: Readonly<Record<string, string>> | null
}

const COLUMNS = `e.id::text, e.at, e.kind, u.account as actor, u.name_zh as actor_zh, u.name_en as actor_en, b.account as behalf, b.name_zh as behalf_zh,
  b.name_en as behalf_en, e.document_type, e.document_id::text, e.subject, e.action, e.from_state, e.to_state, e.detail, e.address, e.request_id,
  i.amount::text as submitted_amount, i.currency as submitted_currency`
const BESIDE = `left join app_user u on u.id = e.actor_id left join app_user b on b.id = e.behalf_of_id
  left join lateral (select r.amount, r.currency from approval_instance r where r.document_id = e.document_id and r.started_at <= e.at
    order by r.round desc limit 1) i on true`

/** The columns with the names of pictures: looked up for records that have pictures alone. Asked for once the areas have told their records. */
function columns(): string {
  const pictured = knownRecords().filter(({ fields }) => Object.values(fields).some(({ isImage }) => isImage))
  if (pictured.length === 0) return `${COLUMNS}, null::jsonb as files`
  return `${COLUMNS}, case when e.document_type in (${pictured.map(({ name }) => `'${name}'`).join(', ')}) then (
    select jsonb_object_agg(a.key, a.name) from jsonb_path_query(e.detail, '$.changes.*[*]') as v join attachment a on a.key = v #>> '{}') end as files`
}

let known: ReturnType<typeof statements> | undefined
const statements = () => ({
  listed: prepared<EntryRow>(
    'auditing.listed',
    `select ${columns()} from ${PAGE} join audit_entry e on e.id = page.id ${BESIDE} order by page.place`,
  ),
  single: prepared<EntryRow>('auditing.single', `select ${columns()} from audit_entry e ${BESIDE} where e.id = $1`),
})
const reading = () => (known ??= statements())

export const entryOf = (id: string): Statement<EntryRow> => reading().single(id)

const named = prepared<{ readonly account: string; readonly zh: string; readonly en: string }>(
  'auditing.people',
  `select account, name_zh as zh, name_en as en from app_user
   where account ilike $1 or name_zh ilike $1 or name_en ilike $1 order by lower(account) = lower($2) desc, status <> 'active', account limit 40`,
)

/** Finds people by account or name for the filters of the audit, also those who have left the company. */
export function peopleNamed(keyword: string) {
  const word = keyword.trim()
  return named(`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`, word)
}

/** The rows of a page, in the order of its ids. */
export const entriesOf = (ids: readonly string[]): Statement<EntryRow> => reading().listed(ids)

/** Lists the actions that occur in the audit; each is found by one step through the index instead of a scan. */
export const knownActions = prepared<{ readonly action: string }>(
  'auditing.known-actions',
  `with recursive steps as (
     (select action from audit_entry order by action limit 1)
     union all
     select (select e.action from audit_entry e where e.action > s.action order by e.action limit 1) from steps s where s.action is not null
   )
   select action from steps where action is not null`,
)

/** All matches, newest first, for an export, which reads them through a cursor. */
export function allEntries(asked: EntryFilters): Statement<EntryRow> {
  const values: unknown[] = []
  const text = `select ${columns()} from audit_entry e ${BESIDE} where ${where(asked, values)} order by e.at desc, e.id desc`
  return { text, values }
}

export function entryCount(asked: EntryFilters, most: number): Statement<{ total: number }> {
  const values: unknown[] = []
  const text = `select count(*)::int as total from (select from audit_entry e where ${where(asked, values)} limit $${values.push(most)}) e`
  return { text, values } as Statement<{ total: number }>
}

const MOST_SHOWN = 2_000
const cut = (text: string): string | null =>
  text === '' ? null : text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)} …` : text

/** A change request carries values of the record: fields that a reader may not see there are masked here. */
export function tellsSecrets({ header }: EntryRow['detail'], principal: Principal): boolean {
  const record = knownRecord((header as { readonly recordKind?: unknown } | undefined)?.recordKind)
  return record !== undefined && Object.values(record.fields).some((field) => isHidden(field, principal))
}

export const isContent = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The differences of a published version from the one before it; of lists, removed and added items. */
function settingPairs(
  before: unknown,
  content: unknown,
  itemOf?: (item: unknown) => string,
): readonly (readonly [string, readonly [unknown, unknown]])[] {
  if (!isContent(content)) return []
  const old = isContent(before) ? before : {}
  return [...new Set([...Object.keys(old), ...Object.keys(content)])].flatMap((name) => {
    const pair = [old[name] ?? null, content[name] ?? null] as const
    const [was, is] = pair.map((value) => JSON.stringify(value))
    if (was === is) return []
    return [[name, Array.isArray(pair[0]) && Array.isArray(pair[1]) ? gone(pair[0], pair[1], itemOf) : pair] as const]
  })
}

function gone(
  before: readonly unknown[],
  after: readonly unknown[],
  itemOf?: (item: unknown) => string,
): readonly [unknown, unknown] {
  const without = (some: readonly unknown[], others: readonly unknown[]) => {
    const there = new Set(others.map((each) => JSON.stringify(each)))
    const left = some.filter((each) => !there.has(JSON.stringify(each)))
    if (left.length === 0) return null
    return itemOf ? left.map((each) => itemOf(each)).join(', ') : left
  }
  return [without(before, after), without(after, before)]
}

function actionOf({ kind, action, document_type: type, detail }: EntryRow, language: Language): string {
  if (kind === 'refusal') return refusalName(language, action, detail['params'])
  return kind === 'call' ? callName(language, action) : actName(language, type, action)
}

/** The fields that an entry changed; items that lists lost and gained, each as `itemOf` makes it. */
export function pairsOf(
  { detail }: EntryRow,
  itemOf?: (item: unknown) => string,
): readonly (readonly [string, readonly [unknown, unknown]])[] {
  const { changes, before, content } = detail
  return [
    ...Object.entries((changes ?? {}) as Record<string, readonly [unknown, unknown]>),
    // Only for settings published by two people: documents have their own secrets.
    ...('draftedBy' in detail ? settingPairs(before, content, itemOf) : []),
  ]
}

/** What somebody decided: on which amount, with which opinion, and with which input where it was an act. */
function decision(row: EntryRow, language: Language, principal: Principal): readonly string[] {
  const { document_type: type, detail } = row
  const amount = decidedAmount(row, principal)
  const definition = definitionOf(row)
  const opinion = definition ? detail['opinion'] : null
  const input = (detail['input'] ?? null) as ActDoneRow['input']
  const said = definition ? inputText(language, definition, { action: row.action, input }) : ''
  return [
    ...(amount ? [`${fieldName(language, type, amount[0])}: ${amount[1]}`] : []),
    ...(typeof opinion === 'string' && opinion !== '' ? [`${fieldName(language, null, 'opinion')}: ${opinion}`] : []),
    ...(said === '' ? [] : [said]),
  ]
}

export function entryView(row: EntryRow, language: Language, principal: Principal): EntryView {
  const fields = row.document_type === null ? undefined : knownRecord(row.document_type)?.fields
  // Fields that a reader may not see on the record are hidden in its history too.
  const told = (name: string, value: unknown): string => {
    const field = fields?.[name]
    const isText = typeof value === 'string' || typeof value === 'number'
    if (field && isText && isHidden(field, principal)) return masked(value) ?? '/'
    if (field?.isImage && isText) return row.files?.[value] ?? String(value)
    const option = typeof value === 'string' ? optionName(language, row.document_type, name, value) : null
    return option ?? amountText(row, name, value) ?? contentWords(language, name, value) ?? '/'
  }
  const {
    changes: _changes,
    header: _header,
    content: _content,
    before: _before,
    draft,
    lineChanges,
    ...rest
  } = row.detail as Record<string, unknown>
  const typed = { ...(draft === undefined ? {} : { draft }), ...(lineChanges === undefined ? {} : { lineChanges }) }
  const more = tellsSecrets(row.detail, principal) ? rest : { ...rest, ...typed }
  const pairs = pairsOf(row, (item) => contentWords(language, '', item) ?? '/')
  const decided = decision(row, language, principal)
  const side = (index: 0 | 1, state: string | null) =>
    cut(
      [
        ...(state === null || row.from_state === row.to_state ? [] : [stateText(language, row.document_type, state)]),
        ...pairs.map(([name, pair]) => `${fieldName(language, row.document_type, name)}: ${told(name, pair[index])}`),
        ...(index === 1 ? decided : []),
      ].join('\n'),
    )
  const person = (account: string | null, zh: string | null, en: string | null) =>
    account === null ? null : `${language === 'zh' ? zh : en} (${account})`
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    actor: person(row.actor, row.actor_zh, row.actor_en),
    behalf: person(row.behalf, row.behalf_zh, row.behalf_en),
    type: row.document_type === null ? null : typeName(language, row.document_type),
    subject: row.subject,
    action: actionOf(row, language),
    before: side(0, row.from_state),
    after: side(1, row.to_state),
    more: Object.keys(more).length === 0 ? null : cut(JSON.stringify(more)),
    address: row.address,
    requestId: row.request_id,
  }
}
