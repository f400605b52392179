import { createContext } from 'react'
import type { ThemeName } from '#kernel/ui/theme.ts'

export const ThemeContext = createContext<{ readonly name: ThemeName; readonly toggle: () => void }>({
  name: 'light',
  toggle: () => undefined,
})

const STORE = 'theme'

/** The chosen theme, or the system's where none was chosen. */
export function storedTheme(): ThemeName {
  const chosen = localStorage.getItem(STORE)
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export function storeTheme(name: ThemeName): void {
  localStorage.setItem(STORE, name)
}
