import type { Principal } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { codesIn } from '../write/codes.ts'
import { type AnyRecord, recordText, referringFields } from '../definition.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { isHidden, masked } from '../write/secret.ts'
import { readReferences } from '../references.ts'
import type { HistoryView } from './record-wire.ts'

interface AuditRow {
  readonly action: string
  readonly at: Date
  readonly by_zh: string
  readonly by_en: string
  readonly detail: {
    readonly changes?: Readonly<Record<string, readonly [string | number | null, string | number | null]>>
    readonly source?: string
    readonly from?: string
    readonly asked?: { readonly no: string; readonly documentId: string; readonly round: number }
  }
  readonly asked_zh: string | null
  readonly asked_en: string | null
}

export const HISTORY_PAGE = 20

const ofRecord = prepared<AuditRow>(
  'record.history',
  `select a.action, a.at, u.name_zh as by_zh, u.name_en as by_en, a.detail, o.name_zh as asked_zh, o.name_en as asked_en
   from audit_entry a join app_user u on u.id = a.actor_id
   left join app_user o on o.id = (a.detail #>> '{asked,userId}')::int
   where a.document_id = $1 and a.document_type = $2 and a.kind = 'change' order by a.id desc limit $3 offset $4`,
)

/** The history of a record, newest first, with the names of codes and options. */
export async function recordHistory(
  tx: Tx,
  record: AnyRecord,
  { language, principal }: { readonly language: Language; readonly principal: Principal },
  id: string,
  page: number,
): Promise<readonly HistoryView[]> {
  const rows = await tx.rows(ofRecord(id, record.name, HISTORY_PAGE, (page - 1) * HISTORY_PAGE))
  const sides = rows.flatMap(({ detail }) =>
    [0, 1].map((side) =>
      Object.fromEntries(Object.entries(detail.changes ?? {}).map(([name, pair]) => [name, pair[side]])),
    ),
  )
  const references = await readReferences(tx, record, sides)
  const referring = new Map(referringFields(record))
  const shown = (name: string, value: string | number | null): string | null => {
    if (value === null) return null
    const field = referring.get(name)
    const declared = record.fields[name]
    if (declared && isHidden(declared, principal)) return masked(value)
    if (declared?.kind === 'choice') return textAt(language, recordText(record, `options.${name}.${value}`))
    if (!field) return String(value)
    const codes = field.links ? codesIn(value) : [String(value)]
    const named = codes.map((code) => {
      const found = references.get(field.refersTo, code)
      return found ? `${code} / ${language === 'zh' ? found.name_zh : found.name_en}` : code
    })
    return named.join(', ')
  }
  return rows.map(({ action, at, by_zh, by_en, asked_zh, asked_en, detail }) => ({
    at: at.toISOString(),
    by: language === 'zh' ? by_zh : by_en,
    act: action,
    source: detail.source ?? null,
    from: detail.from ?? null,
    asked: detail.asked
      ? {
          no: detail.asked.no,
          formInstanceId: formInstanceId(detail.asked),
          by: (language === 'zh' ? asked_zh : asked_en) ?? '/',
        }
      : null,
    changes: Object.entries(detail.changes ?? {}).map(([field, [before, after]]) => ({
      field,
      before: shown(field, before),
      after: shown(field, after),
    })),
  }))
}
