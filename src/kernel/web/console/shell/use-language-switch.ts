import { useState } from 'react'
import type { Language } from '#kernel/base/i18n/language.ts'
import { switchLanguage } from '../client/session/session.ts'
import { isSafe, letInputGo, type Unsaved } from '../client/unsaved.ts'
import { storeMemory } from './tabs/tab-memory.ts'

export interface LanguageSwitch {
  readonly switchTo: (language: Language) => void
  /** Set while the person is asked: the tabs whose input the reload would lose. */
  readonly asking: { readonly language: Language; readonly keys: readonly string[] } | null
  readonly goOn: () => void
  readonly stay: () => void
}

/** The switch reloads the page (spec section 2). Input is saved, or stored in this browser; if neither works the person is asked first. */
export function useLanguageSwitch(unsaved: ReadonlyMap<string, Unsaved>): LanguageSwitch {
  const [asking, setAsking] = useState<LanguageSwitch['asking']>(null)
  const reload = (language: Language): void => {
    letInputGo()
    void switchLanguage(language)
  }
  const switchTo = async (language: Language): Promise<void> => {
    const lost = await lostKeys(unsaved)
    const isKept = storeMemory()
    if (lost.length > 0 || !isKept) setAsking({ language, keys: lost })
    else reload(language)
  }
  return {
    switchTo: (language) => void switchTo(language),
    asking,
    goOn: () => {
      if (asking) reload(asking.language)
    },
    stay: () => setAsking(null),
  }
}

/** Tabs whose input neither the server nor this browser has. */
async function lostKeys(unsaved: ReadonlyMap<string, Unsaved>): Promise<readonly string[]> {
  const checked = await Promise.all([...unsaved].map(async ([key, input]) => ({ key, isKept: await isSafe(input) })))
  return checked.filter(({ isKept }) => !isKept).map(({ key }) => key)
}
