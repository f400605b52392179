import { useEffect, useRef, useState, type ReactNode } from 'react'
import { pageText } from '../client/i18n.ts'
import './pull-area.css'

interface PullAreaProps {
  readonly isDisabled: boolean
  readonly onRefresh: () => Promise<void>
  readonly children: ReactNode
}

type Phase = 'still' | 'pulled' | 'far' | 'refreshing' | 'done'

/** How far the head opens, in pixels: it follows the finger at half its way, and letting go beyond `FAR` reads anew. */
const FAR = 48
const FARTHEST = 88
/** So long the head says that all is read. */
const DONE_MS = 500

/**
 * What is read anew when it is pulled down. The gesture of the library brings an animation engine of 23 kB along, a seventh of what
 * the page may weigh; here the finger moves one element.
 */
export function PullArea({ isDisabled, onRefresh, children }: PullAreaProps) {
  const box = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const refresh = useRef(onRefresh)
  const [phase, setPhase] = useState<Phase>('still')
  useEffect(() => {
    refresh.current = onRefresh
  })
  useEffect(() => {
    const area = box.current
    if (!area || isDisabled) return undefined
    return watchPull(area, {
      open: (height) => {
        if (head.current) head.current.style.height = `${height}px`
      },
      tell: setPhase,
      refresh: () => refresh.current(),
    })
  }, [isDisabled])
  return (
    <div ref={box}>
      <div className="pull-head" data-phase={phase} ref={head} role="status">
        {textOf(phase)}
      </div>
      {children}
    </div>
  )
}

function textOf(phase: Phase): string {
  if (phase === 'pulled') return pageText('phone.pull')
  if (phase === 'far') return pageText('phone.release')
  if (phase === 'refreshing') return pageText('common.loading')
  return phase === 'done' ? pageText('phone.refreshed') : ''
}

interface Pull {
  readonly open: (height: number) => void
  readonly tell: (phase: Phase) => void
  readonly refresh: () => Promise<void>
}

/** Follows a finger that pulls the top of the page down. @returns what ends it */
function watchPull(area: HTMLElement, { open, tell, refresh }: Pull): () => void {
  let from: number | null = null
  let height = 0
  let isBusy = false
  const close = (): void => {
    height = 0
    open(0)
    tell('still')
  }
  const start = (event: TouchEvent): void => {
    const [touch] = event.touches
    from = !isBusy && window.scrollY <= 0 && event.touches.length === 1 && touch ? touch.clientY : null
  }
  const move = (event: TouchEvent): void => {
    const way = (event.touches[0]?.clientY ?? 0) - (from ?? 0)
    if (from === null || (way <= 0 && height === 0)) return
    // Without this the browser scrolls, or reads the whole page anew.
    if (event.cancelable) event.preventDefault()
    height = Math.min(FARTHEST, Math.max(0, way / 2))
    open(height)
    tell(height >= FAR ? 'far' : 'pulled')
  }
  const end = (): void => {
    if (from === null || height === 0) return
    from = null
    if (height < FAR) return close()
    void readAnew()
  }
  const cancel = (): void => {
    from = null
    if (!isBusy && height > 0) close()
  }
  const readAnew = async (): Promise<void> => {
    isBusy = true
    open(FAR)
    tell('refreshing')
    // A failure is told where the cards stand.
    await refresh().catch(() => undefined)
    tell('done')
    setTimeout(() => {
      isBusy = false
      close()
    }, DONE_MS)
  }
  area.addEventListener('touchstart', start, { passive: true })
  area.addEventListener('touchmove', move, { passive: false })
  area.addEventListener('touchend', end)
  area.addEventListener('touchcancel', cancel)
  return () => {
    area.removeEventListener('touchstart', start)
    area.removeEventListener('touchmove', move)
    area.removeEventListener('touchend', end)
    area.removeEventListener('touchcancel', cancel)
  }
}
