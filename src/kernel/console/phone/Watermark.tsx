import { useEffect } from 'react'
import type { SessionUser } from '../client/session.ts'

/** Name and account over the whole page, too light to hurt reading, put back when it is taken away (spec section 2). */
export function Watermark({ user }: { readonly user: SessionUser }) {
  const { userName, userAccount } = user
  useEffect(() => {
    let mark = createMark(`${userName} ${userAccount}`)
    const observer = new MutationObserver(() => {
      if (mark.isConnected && mark.className === 'watermark') return
      mark.remove()
      mark = createMark(`${userName} ${userAccount}`)
      document.body.append(mark)
    })
    document.body.append(mark)
    observer.observe(document.body, {
      childList: true,
      attributes: true,
      attributeFilter: ['class', 'style'],
      subtree: false,
    })
    return () => {
      observer.disconnect()
      mark.remove()
    }
  }, [userName, userAccount])
  return null
}

/** The text is a mask over the theme's own colour, so one picture serves light and dark. */
function createMark(text: string): HTMLElement {
  const mark = document.createElement('div')
  mark.className = 'watermark'
  mark.ariaHidden = 'true'
  const safe = text.replace(/[<>&"']/g, ' ')
  const picture = `<svg xmlns='http://www.w3.org/2000/svg' width='220' height='150'><text x='12' y='110' transform='rotate(-22 12 110)' font-family='sans-serif' font-size='13'>${safe}</text></svg>`
  mark.style.maskImage = `url("data:image/svg+xml,${encodeURIComponent(picture)}")`
  return mark
}
