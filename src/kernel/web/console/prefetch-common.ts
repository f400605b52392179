/**
 * Preloads the parts of nearly every page when the browser is idle: the list with its export and upload, and the
 * choices of a form. Further pages then load only their own part (test/arch/first-load.test.ts).
 */
export function prefetchCommonWhenIdle(): void {
  const fetchKit = (): void => {
    // `watchChunks` reports a failure; the page that needs a part loads it again.
    import('./common-modules.ts').catch(() => undefined)
  }
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(fetchKit, { timeout: 10_000 })
  else setTimeout(fetchKit, 2_000)
}
