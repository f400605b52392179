/** Switches to light colours while the browser prints. Returns a function that stops it. */
export function printLight(setPrinting: (isPrinting: boolean) => void): () => void {
  const before = (): void => setPrinting(true)
  const after = (): void => setPrinting(false)
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}
