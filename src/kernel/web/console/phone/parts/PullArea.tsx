import { useEffect, useRef, useState, type ReactNode } from 'react'
import { pageText } from '../../client/i18n.ts'
import './pull-area.css'

interface PullAreaProps {
  readonly isDisabled: boolean
  /** Reloads the content; rejects when that fails. */
  readonly onRefresh: () => Promise<unknown>
  readonly children: ReactNode
}

type Phase = 'still' | 'pulled' | 'far' | 'refreshing' | 'done'

/** Heights of the head in pixels. It opens by half of the finger's way; releasing beyond `FAR` reloads. */
const FAR = 48
const FARTHEST = 88
/** In pixels: a finger that moved less than this is tapping. */
const SLOP = 6
/** How long the head shows that the content was reloaded. */
const DONE_MS = 500

/**
 * Pull to refresh. The component library's gesture needs an animation engine of 23 kB, a seventh of the page's limit;
 * here the finger moves one element.
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
  readonly refresh: () => Promise<unknown>
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Follows a finger that pulls the top of the page down. @returns a function that ends it */
function watchPull(area: HTMLElement, { open, tell, refresh }: Pull): () => void {
  let from: Point | null = null
  let height = 0
  let isBusy = false
  const close = (): void => {
    height = 0
    open(0)
    tell('still')
  }
  const cancel = (): void => {
    from = null
    if (!isBusy && height > 0) close()
  }
  const start = ({ touches }: TouchEvent): void => {
    // A second finger zooms, which cancels the pull.
    cancel()
    const [touch] = touches
    if (!isBusy && window.scrollY <= 0 && touches.length === 1 && touch) from = { x: touch.clientX, y: touch.clientY }
  }
  const move = (event: TouchEvent): void => {
    const [touch] = event.touches
    if (from === null || !touch) return
    const way = touch.clientY - from.y
    if (height === 0) {
      const aside = Math.abs(touch.clientX - from.x)
      if (Math.max(Math.abs(way), aside) < SLOP) return
      // Upwards or sideways the finger scrolls.
      if (way < aside) return cancel()
    }
    // Otherwise the browser would scroll, or reload the whole page.
    if (event.cancelable) event.preventDefault()
    height = Math.min(FARTHEST, Math.max(0, way / 2))
    open(height)
    tell(height >= FAR ? 'far' : 'pulled')
  }
  const end = (): void => {
    if (from === null || height < FAR) return cancel()
    from = null
    void reload()
  }
  const reload = async (): Promise<void> => {
    isBusy = true
    open(FAR)
    tell('refreshing')
    try {
      await refresh()
      tell('done')
      await new Promise((resolve) => setTimeout(resolve, DONE_MS))
    } catch {
      // The caller shows the failure in the content itself.
    } finally {
      isBusy = false
      close()
    }
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
    cancel()
  }
}
