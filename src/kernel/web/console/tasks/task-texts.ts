import type { InboxTexts } from '#kernel/services/tasks/locale/inbox.en.ts'
import { addTexts, areaTexts, runningLanguage, type Translate } from '../client/i18n.ts'

const NAME = 'inbox'
const locales = {
  en: () => import('#kernel/services/tasks/locale/inbox.en.ts'),
  zh: () => import('#kernel/services/tasks/locale/inbox.zh.ts'),
}

/** Texts of the inbox are loaded with its pages, not with the frame. */
export async function loadTaskTexts(): Promise<void> {
  addTexts(NAME, (await locales[runningLanguage()]()).inbox)
}

export const taskText: Translate<InboxTexts> = areaTexts<InboxTexts>(NAME)
