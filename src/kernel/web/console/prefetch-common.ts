/**
 * Fetches what nearly every page is made of, as soon as the browser is idle: the list with its export and its upload, and the choices of a
 * form. Any further page then fetches only what is its own (test/arch/first-load.test.ts).
 */
export function prefetchCommonWhenIdle(): void {
  const fetchKit = (): void => {
    // A failure is told by `watchChunks`; the page that needs a part asks for it again.
    import('./common-modules.ts').catch(() => undefined)
  }
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(fetchKit, { timeout: 10_000 })
  else setTimeout(fetchKit, 2_000)
}
