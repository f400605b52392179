import { useEffect } from 'react'
import type { SessionUser } from '../client/session/session.ts'

/** Name and account over the whole page, light enough to read through; restored after any manipulation (spec section 2). */
export function Watermark({ user }: { readonly user: SessionUser }) {
  const { userName, userAccount } = user
  useEffect(() => keepMark(`${userName} ${userAccount}`), [userName, userAccount])
  return null
}

/** Draws the watermark and guards it: if it is removed, moved, restyled, hidden or changed, it is replaced. */
function keepMark(text: string): () => void {
  const observer = new MutationObserver(() => renew())
  let mark = createMark(text)
  const renew = (): void => {
    observer.disconnect()
    mark.remove()
    mark = createMark(text)
    document.body.append(mark)
    watch()
  }
  const watch = (): void => {
    observer.observe(mark, { attributes: true, childList: true, characterData: true, subtree: true })
    gone.observe(document.body, { childList: true })
  }
  // Every other change of the body passes here, so the check must be cheap.
  const gone = new MutationObserver(() => {
    if (mark.parentNode !== document.body) renew()
  })
  document.body.append(mark)
  watch()
  return () => {
    observer.disconnect()
    gone.disconnect()
    mark.remove()
  }
}

/**
 * The text is a mask over the page's text colour, so one picture serves light and dark. Every style is important and
 * inline, so that no style sheet overrides it.
 */
function createMark(text: string): HTMLElement {
  const mark = document.createElement('div')
  mark.className = 'watermark'
  mark.ariaHidden = 'true'
  mark.dataset['text'] = text
  const safe = text.replace(/[<>&"']/g, ' ')
  const picture = `<svg xmlns='http://www.w3.org/2000/svg' width='220' height='150'><text x='12' y='110' transform='rotate(-22 12 110)' font-family='sans-serif' font-size='13'>${safe}</text></svg>`
  const styles: Readonly<Record<string, string>> = {
    ...STYLES,
    'mask-image': `url("data:image/svg+xml,${encodeURIComponent(picture)}")`,
  }
  for (const [name, value] of Object.entries(styles)) mark.style.setProperty(name, value, 'important')
  return mark
}

const STYLES = {
  display: 'block',
  visibility: 'visible',
  position: 'fixed',
  inset: '0',
  width: 'auto',
  height: 'auto',
  'z-index': '900',
  'pointer-events': 'none',
  background: 'currentcolor',
  opacity: '0.04',
  'mask-size': '220px 150px',
  'clip-path': 'none',
  transform: 'none',
  filter: 'none',
}
