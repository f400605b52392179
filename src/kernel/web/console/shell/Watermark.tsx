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
  let mark: HTMLElement | undefined
  const renew = (): void => {
    observer.disconnect()
    mark?.remove()
    mark = createMark(text)
    document.body.append(mark)
    // Somebody hid it.
    mark.addEventListener('toggle', raise)
    raise()
    observer.observe(mark, { attributes: true, childList: true, characterData: true, subtree: true })
    gone.observe(document.body, { childList: true })
    opened.observe(document, { attributeFilter: ['open'], subtree: true })
  }
  /** Above a modal dialog lies only what was put into the browser's top layer after it. */
  const raise = ({ newState }: Partial<ToggleEvent> = {}): void => {
    if (newState === 'open' || !mark?.isConnected) return
    mark.hidePopover()
    mark.showPopover()
  }
  // Every other change of the body passes here, so the check must be cheap.
  const gone = new MutationObserver(() => {
    if (mark?.parentNode !== document.body) renew()
  })
  const opened = new MutationObserver(() => raise())
  renew()
  return () => {
    for (const each of [observer, gone, opened]) each.disconnect()
    mark?.remove()
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
  const [width, height, foot] = tileOf(text)
  const picture = `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'><text x='12' y='${foot}' transform='rotate(-22 12 ${foot})' font-family='sans-serif' font-size='13'>${safe}</text></svg>`
  mark.popover = 'manual'
  const styles: Readonly<Record<string, string>> = {
    ...STYLES,
    'mask-size': `${width}px ${height}px`,
    'mask-image': `url("data:image/svg+xml,${encodeURIComponent(picture)}")`,
  }
  for (const [name, value] of Object.entries(styles)) mark.style.setProperty(name, value, 'important')
  return mark
}

/** Width and height of a tile that holds the whole text, and where its line begins: a name may be of any length. */
function tileOf(text: string): readonly [number, number, number] {
  const pen = document.createElement('canvas').getContext('2d')
  if (pen) pen.font = '13px sans-serif'
  const long = pen?.measureText(text).width ?? 0
  // The sine and the cosine of 22 degrees.
  const foot = Math.ceil(long * 0.375) + 32
  return [Math.ceil(long * 0.93) + 40, foot + 36, foot]
}

const STYLES = {
  display: 'block',
  visibility: 'visible',
  position: 'fixed',
  inset: '0',
  width: 'auto',
  height: 'auto',
  margin: '0',
  border: '0',
  padding: '0',
  color: 'inherit',
  'z-index': '900',
  'pointer-events': 'none',
  background: 'currentcolor',
  opacity: '0.04',
  'clip-path': 'none',
  transform: 'none',
  filter: 'none',
}
