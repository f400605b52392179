import { languageOf, languages, type Language } from '#kernel/base/i18n/language.ts'

/** One entry of the permitted menu, as the permission call answers it (spec section 2). */
export interface MenuItem {
  readonly code: string
  readonly pcode: string
  readonly name: string
  readonly nameEn: string
  readonly icon: string
  readonly url: string
  readonly routingCache: boolean
  readonly hidden: boolean
  readonly sortIndex: number
}

/**
 * The browser's storage (spec sections 3 and 4): the session in session storage, so that it ends with the tab; user
 * name and language in local storage. No other code uses these keys.
 */
export const storage = {
  token: (): string | null => sessionStorage.getItem('token'),
  csrfToken: (): string => sessionStorage.getItem('csrfToken') ?? '',
  isChat: (): boolean => sessionStorage.getItem('ttControl') === '1',
  menus: (): MenuItem[] => readList<MenuItem>('menus'),
  userName: (): string => localStorage.getItem('userName') ?? '',

  setSession(session: { token: string; csrfToken: string; chat: boolean; userName: string }): void {
    sessionStorage.setItem('token', session.token)
    storage.setCsrfToken(session.csrfToken)
    sessionStorage.setItem('ttControl', session.chat ? '1' : '0')
    localStorage.setItem('userName', session.userName)
  },
  /** The tab was opened by a link of the team chat: its routes come from the built-in menu. */
  setChat: (): void => sessionStorage.setItem('ttControl', '1'),
  setCsrfToken(token: string): void {
    sessionStorage.setItem('csrfToken', token)
    sessionStorage.setItem('csrfAt', String(Date.now()))
  },
  /** Age of the CSRF token in this window. */
  csrfAgeMs: (): number => Date.now() - Number(sessionStorage.getItem('csrfAt') ?? 0),
  setMenus: (menus: readonly MenuItem[]): void => sessionStorage.setItem('menus', JSON.stringify(menus)),
  setButtons: (codes: readonly string[]): void => sessionStorage.setItem('buttons', JSON.stringify(codes)),
  setUserName: (name: string): void => localStorage.setItem('userName', name),

  clearSession(): void {
    for (const key of ['token', 'csrfToken', 'csrfAt', 'buttons', 'menus', 'ttControl']) sessionStorage.removeItem(key)
  },
}

function readList<T>(key: string): T[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(value) ? (value as T[]) : []
  } catch {
    return []
  }
}

/** The stored language; at first the browser's, which is stored then (spec sections 3 and 9). */
export function currentLanguage(): Language {
  const chosen = localStorage.getItem('lang')
  const known = languages.find((language) => language === chosen)
  if (known) return known
  const first = languageOf(navigator.language)
  storeLanguage(first)
  return first
}

export function storeLanguage(language: Language): void {
  localStorage.setItem('lang', language)
}
