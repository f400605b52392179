/**
 * What nearly every page stands on: the list with its export, and the choices of a form. Fetched when the first page has come to rest, so
 * that any further page brings only what is its own (test/arch/first-load.test.ts).
 */
export function fetchKitWhenIdle(): void {
  const fetchKit = (): void => {
    // A failure is told by `watchChunks`; the page that needs a part asks for it again.
    import('./kit-parts.ts').catch(() => undefined)
  }
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(fetchKit, { timeout: 10_000 })
  else setTimeout(fetchKit, 2_000)
}
