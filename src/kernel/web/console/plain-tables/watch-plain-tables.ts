import { PHONE_WIDTH } from '#kernel/web/ui/use-narrow.ts'

/** Plain tables stand as blocks while the window is as narrow as a phone's; a wider one never loads what does that. */
export function watchPlainTables(): void {
  const narrow = matchMedia(`(max-width: ${PHONE_WIDTH - 0.02}px)`)
  let unstack: (() => void) | null = null
  const follow = async (): Promise<void> => {
    unstack?.()
    unstack = null
    if (!narrow.matches) return
    const { stackTables } = await import('./stacked-tables.ts')
    // The window may have changed meanwhile.
    if (narrow.matches) unstack ??= stackTables()
  }
  const start = (): void => void follow().catch(() => undefined)
  narrow.addEventListener('change', start)
  start()
}
