import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { type AnyRecord, recordText } from './definition.ts'

const known = new Map<string, AnyRecord>()

/** Registers an area's records by name for code that works on any of them. Called for each area at start, like its texts. */
export function rememberRecords(records: readonly AnyRecord[]): void {
  for (const record of records) known.set(record.name, record)
}

/** The definition of that name. */
export function knownRecord(name: unknown): AnyRecord | undefined {
  return typeof name === 'string' ? known.get(name) : undefined
}

const keepKinds = prepared(
  'record.keep-kinds',
  `with given as (select * from unnest($1::text[], $2::text[], $3::text[]) as g (code, name_zh, name_en)),
     gone as (update record_kind set enabled = false where enabled and code not in (select code from given))
   insert into record_kind (code, name_zh, name_en) select * from given
   on conflict (code) do update set name_zh = excluded.name_zh, name_en = excluded.name_en, enabled = true
   where (record_kind.name_zh, record_kind.name_en, record_kind.enabled) is distinct from (excluded.name_zh, excluded.name_en, true)`,
)

/** SQL rows that refer to a definition by name: only those that this version knows. */
export function keptKinds(): Statement {
  const records = [...known.values()]
  const titles = (language: 'zh' | 'en') => records.map((record) => textAt(language, recordText(record, 'title')))
  return keepKinds(
    records.map(({ name }) => name),
    titles('zh'),
    titles('en'),
  )
}

export function knownRecords(): readonly AnyRecord[] {
  return [...known.values()]
}
