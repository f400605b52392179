import { createContext } from 'react'
import type { ThemeName } from '#kernel/web/ui/theme.ts'

export const ThemeContext = createContext<{ readonly name: ThemeName; readonly toggle: () => void }>({
  name: 'light',
  toggle: () => undefined,
})

const STORE = 'theme'

/** The chosen theme, or the system's where none was chosen: public/theme.js decides before anything is drawn. */
export function storedTheme(): ThemeName {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
}

export function storeTheme(name: ThemeName): void {
  localStorage.setItem(STORE, name)
}

/** The attributes are those that both style sheets know. */
export function applyTheme(name: ThemeName): void {
  const { dataset, style } = document.documentElement
  dataset['theme'] = name
  dataset['prefersColorScheme'] = name
  style.colorScheme = name
}

/**
 * What public/theme.js says when another window chose, or the system turned and nobody ever chose; the attributes are right by then.
 * @returns what ends it
 */
export function followTheme(follow: () => void): () => void {
  window.addEventListener('themefollowed', follow)
  return () => window.removeEventListener('themefollowed', follow)
}
