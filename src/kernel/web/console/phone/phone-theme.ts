import { printLight } from '../print/print-light.ts'
import { applyTheme, storedTheme, storeTheme } from '../shell/theme-context.ts'

/** Switches without rerendering: every colour of the phone's pages depends on the attributes alone. */
export function printPhoneLight(): void {
  let before = storedTheme()
  printLight((isPrinting) => {
    if (isPrinting) before = storedTheme()
    applyTheme(isPrinting ? 'light' : before)
  })
}

export function isDark(): boolean {
  return storedTheme() === 'dark'
}

export function toggleTheme(): void {
  const next = isDark() ? 'light' : 'dark'
  storeTheme(next)
  applyTheme(next)
}
