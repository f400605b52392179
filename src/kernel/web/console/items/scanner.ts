/** A scanner types faster than anybody: so long may pass between two of its keys. */
const KEY_MS = 50
/** Shorter texts are no numbers: somebody pressed a few keys. */
const LEAST = 6

/**
 * Tells what a scanner typed from what a person types: characters that follow each other at once, ended by Enter. Answers the text at its end, else null.
 *
 *     const scanned = scannerKeys()
 *     scanned('8', 0); scanned('6', 2); …; scanned('Enter', 30) // '864…'
 */
export function scannerKeys(): (key: string, atMs: number) => string | null {
  let text = ''
  let last = -Infinity
  return (key, atMs) => {
    const isNext = atMs - last <= KEY_MS
    last = atMs
    if (key === 'Enter') {
      const found = isNext && text.length >= LEAST ? text : null
      text = ''
      return found
    }
    if (key.length !== 1) return null
    text = isNext ? text + key : key
    return null
  }
}

const TYPED_INTO = 'input, textarea, select, [contenteditable="true"]'

/** Listens for a scanner wherever nothing is being typed into; answers what ends it. */
export function onScan(take: (text: string) => void): () => void {
  const keys = scannerKeys()
  const listen = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return
    const found = keys(event.key, event.timeStamp)
    if (found === null) return
    // Enter would press the button that has the focus.
    event.preventDefault()
    take(found)
  }
  document.addEventListener('keydown', listen, true)
  return () => document.removeEventListener('keydown', listen, true)
}
