import Type from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { DraftRow } from '#kernel/engine/setting/setting.queries.ts'
import { personSchema } from '#kernel/engine/setting/setting.schemas.ts'
import type { Waiting } from './setting-wire.ts'

export const waiting = nullable(Type.Object({ editedBy: personSchema, editedAt: Type.String() }))

/** The draft of a key that awaits publication. */
export function waitingOf(drafts: readonly DraftRow[], key: string, language: Language): Waiting | null {
  const draft = drafts.find((each) => each.key === key)
  if (!draft) return null
  const { editor, edited_at: at } = draft
  return { editedBy: { account: editor.account, name: editor[language] }, editedAt: at.toISOString() }
}
