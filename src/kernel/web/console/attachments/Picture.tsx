import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pageText } from '../client/i18n.ts'
import { fitShare, type ZoomView, turnedSize, withZoom } from './zoom.ts'

interface PictureProps {
  readonly address: string
  readonly name: string
  readonly look: ZoomView
  readonly onLook: (change: (look: ZoomView) => ZoomView) => void
  readonly onBroken: () => void
}

/** A picture in a box that scrolls where it is larger: by wheel, keys, finger; two fingers or Ctrl and the wheel zoom it. */
export function Picture({ address, name, look, onLook, onBroken }: PictureProps) {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const room = useRoom(box)
  const { quarters } = look
  const fitted = fitShare(size, quarters, room)
  const share = look.zoom ?? fitted
  useEffect(() => onLook((now) => (now.fitted === fitted ? now : { ...now, fitted })), [fitted, onLook])
  usePinch(box, onLook)
  useCentre(box, share)
  const shown = { width: size.width * share, height: size.height * share }
  const turnedBox = turnedSize(shown, quarters)
  const isLarger = turnedBox.width > room.width + 1 || turnedBox.height > room.height + 1
  return (
    <div
      className={isLarger ? 'preview-picture is-larger' : 'preview-picture'}
      ref={box}
      {...(isLarger ? { tabIndex: 0, role: 'region', 'aria-label': pageText('attachments.picture') } : {})}
      onKeyDown={(event) => {
        // The box scrolls by itself; the preview must not go on to the next file.
        if (isLarger && event.target === box.current && event.key.startsWith('Arrow')) event.stopPropagation()
      }}
      onDoubleClick={() => onLook((now) => ({ ...now, zoom: now.zoom === null ? 1 : null }))}
    >
      <div className="preview-canvas" style={turnedBox}>
        <img
          src={address}
          alt={name}
          draggable={false}
          style={{ ...shown, transform: `translate(-50%, -50%) rotate(${quarters * 90}deg)` }}
          onLoad={({ currentTarget }) =>
            setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
          onError={onBroken}
        />
      </div>
    </div>
  )
}

function useRoom(box: React.RefObject<HTMLElement | null>) {
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    // Measured with scroll bars, or they would appear and disappear with the fit.
    const observer = new ResizeObserver(() => setRoom({ width: element.offsetWidth, height: element.offsetHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return room
}

/** Keeps the centre of the view when the zoom changes. */
function useCentre(box: React.RefObject<HTMLElement | null>, share: number): void {
  const before = useRef(share)
  useLayoutEffect(() => {
    const element = box.current
    const change = share / (before.current || 1)
    before.current = share
    if (!element || change === 1 || !Number.isFinite(change)) return
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element
    const kept = (start: number, length: number): number => (start + length / 2) * change - length / 2
    element.scrollTo({ left: kept(scrollLeft, clientWidth), top: kept(scrollTop, clientHeight), behavior: 'instant' })
  }, [box, share])
}

function usePinch(box: React.RefObject<HTMLElement | null>, onLook: PictureProps['onLook']): void {
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const stop = new AbortController()
    // These listeners must be able to prevent the browser's own zoom.
    const options = { passive: false, signal: stop.signal }
    let last = 0
    const scale = (by: number): void => onLook((now) => withZoom(now, (now.zoom ?? now.fitted) * by))
    element.addEventListener(
      'touchmove',
      (event) => {
        if (event.touches.length !== 2) return
        event.preventDefault()
        const now = spread(event.touches)
        if (last > 0) scale(now / last)
        last = now
      },
      options,
    )
    element.addEventListener('touchend', () => (last = 0), options)
    element.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey) return
        event.preventDefault()
        scale(Math.exp(-event.deltaY / 300))
      },
      options,
    )
    return () => stop.abort()
  }, [box, onLook])
}

function spread(touches: TouchList): number {
  const [a, b] = [touches[0], touches[1]]
  return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0
}
