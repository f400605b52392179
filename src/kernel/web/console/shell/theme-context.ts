import { createContext } from 'react'
import type { ThemeName } from '#kernel/web/ui/theme.ts'

export const ThemeContext = createContext<{ readonly name: ThemeName; readonly toggle: () => void }>({
  name: 'light',
  toggle: () => undefined,
})

const STORE = 'theme'

/** The chosen theme, or the system's where none was chosen: public/theme.js sets it before anything is drawn. */
export function storedTheme(): ThemeName {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
}

export function storeTheme(name: ThemeName): void {
  localStorage.setItem(STORE, name)
}

/** Sets the attributes of both style sheets. */
export function applyTheme(name: ThemeName): void {
  const { dataset, style } = document.documentElement
  dataset['theme'] = name
  dataset['prefersColorScheme'] = name
  style.colorScheme = name
}

/**
 * Events of public/theme.js when another window changed the theme, or the system's changed without a choice; the
 * attributes are set by then.
 * @returns a function that stops listening
 */
export function followTheme(follow: () => void): () => void {
  window.addEventListener('themefollowed', follow)
  return () => window.removeEventListener('themefollowed', follow)
}
