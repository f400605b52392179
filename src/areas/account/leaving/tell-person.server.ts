import { tellPeople, type NotifiedPerson } from '#kernel/services/notify/own-account.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { recordText } from '#kernel/engine/record/definition.ts'
import { changedFields } from '#kernel/engine/record/write/changed-fields.ts'
import type { RecordWriter } from '#kernel/engine/record/write/plan-records.ts'
import type { RecordChange } from '#kernel/engine/record/record-rules.ts'
import { stateName } from '#kernel/engine/record/record-texts.ts'
import { user } from '../records/user.record.ts'

/** The changed fields: `Disabled, Mail address`. */
function wordsOf({ before, after, from, to }: RecordChange, today: string, language: Language): string {
  return [
    ...(from !== to && to !== null ? [stateName(user, language, to, { values: after ?? {}, today })] : []),
    ...changedFields(before, after).map((name) => textAt(language, recordText(user, `fields.${name}`))),
  ].join(language === 'zh' ? '、' : ', ')
}

/** Notifies each person of changes that another person made to their account. */
export async function tellPersons(tx: Tx, writer: RecordWriter, changes: readonly RecordChange[]): Promise<void> {
  const today = dayIn(writer.principal.timezone, writer.now)
  const told = changes.flatMap((change): NotifiedPerson[] => {
    const { id, act } = change
    const isKnown = id !== null && act !== 'create' && act !== 'delete'
    return isKnown ? [{ userId: Number(id), words: (language) => wordsOf(change, today, language) }] : []
  })
  await tellPeople(tx, writer, 'accountChanged', told)
}
