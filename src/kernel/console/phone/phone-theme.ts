import { applyTheme, storedTheme, storeTheme } from '../shell/theme-context.ts'

export function isDark(): boolean {
  return storedTheme() === 'dark'
}

export function toggleTheme(): void {
  const next = isDark() ? 'light' : 'dark'
  storeTheme(next)
  applyTheme(next)
}
