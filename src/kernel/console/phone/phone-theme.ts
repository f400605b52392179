import { storedTheme, storeTheme } from '../shell/theme-context.ts'

/** The desktop's choice of theme holds here too; the attributes are those that both style sheets know. */
export function applyStoredTheme(): void {
  apply(storedTheme())
}

export function isDark(): boolean {
  return document.documentElement.dataset['theme'] === 'dark'
}

export function toggleTheme(): void {
  const next = isDark() ? 'light' : 'dark'
  storeTheme(next)
  apply(next)
}

function apply(name: 'light' | 'dark'): void {
  const { dataset } = document.documentElement
  dataset['theme'] = name
  dataset['prefersColorScheme'] = name
}
