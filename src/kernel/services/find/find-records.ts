import { limitSql } from '#kernel/platform/access/limits.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { keptArray, keptByText, type Statement } from '#kernel/platform/db/statement.ts'
import { typeAhead } from '#kernel/platform/db/type-ahead.ts'
import { type AnyRecord, columnFor, recordText } from '#kernel/engine/record/definition.ts'
import { stateName } from '#kernel/engine/record/record-texts.ts'
import { stateSql } from '#kernel/engine/record/record-sql.ts'
import type { RecordState } from '#kernel/engine/record/states.ts'
import { foundThing } from './found-thing.ts'
import type { FindQuery, FindSource } from './find-source.ts'

interface Row {
  readonly id: string
  readonly code: string
  readonly name_zh: string
  readonly name_en: string
  readonly state: RecordState
}

/** Finds the records of a definition with a `search` column by the beginning of their code or by a word of their name. */
export function findRecords(record: AnyRecord, icon: string): FindSource {
  return {
    kind: record.name,
    title: recordText(record, 'many'),
    icon,
    right: record.rights.view,
    async find(tx, { principal, language }, asked) {
      const rows = await tx.rows(matching(record, principal, asked))
      return rows.map((row) => {
        const name = language === 'zh' ? row.name_zh : row.name_en
        return foundThing({
          key: row.code,
          title: name,
          hint: row.code,
          state:
            row.state === 'enabled' ? null : { label: stateName(record, language, row.state), colour: 'grey' as const },
          url: `${record.page}?${new URLSearchParams({ record: row.id })}`,
          mobileUrl: `${record.phonePage}?${new URLSearchParams({ id: row.id })}`,
        })
      })
    },
  }
}

function matching(record: AnyRecord, principal: Principal, { word, most }: FindQuery): Statement<Row> {
  const values: unknown[] = [most]
  const add = (value: unknown): string => `$${values.push(value)}`
  const column = (name: string) => `t.${columnFor(name, record.fields[name]!)}`
  const ids = record.scope && principal.scope !== 'all' ? keptArray(values.push(principal.scope), 'int') : null
  const text = typeAhead(
    {
      table: record.table,
      alias: 't',
      columns: `t.id::text as id, ${column(record.key)} as code, ${column(record.names.zh)} as name_zh, ${column(record.names.en)} as name_en, ${stateSql(record)} as state`,
      code: column(record.key),
      codeAs: 'code',
      search: `t.${record.search}`,
      where: limitSql(principal, record.table, 't', add),
      within: ids ? { column: 't.scope_id', ids } : null,
      limit: '$1',
      isKept: true,
      add,
    },
    word,
  )
  return keptByText(`find.${record.name}`, text, values)
}
