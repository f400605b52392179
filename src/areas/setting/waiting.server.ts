import type { Language } from '#kernel/base/i18n/language.ts'
import type { DraftRow } from '#kernel/engine/setting/setting.queries.ts'
import type { Waiting } from './setting-wire.ts'

/** The draft of a key that awaits publication. */
export function waitingOf(drafts: readonly DraftRow[], key: string, language: Language): Waiting | null {
  const draft = drafts.find((each) => each.key === key)
  if (!draft) return null
  const { editor, edited_at: at } = draft
  return { editedBy: { account: editor.account, name: editor[language] }, editedAt: at.toISOString() }
}
