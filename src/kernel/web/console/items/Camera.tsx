import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { itemText } from './item-texts.ts'
import { barcodeReader } from './read-barcode.ts'

/** Between two looks. */
const LOOK_MS = 120
/** A code that stays before the camera is taken once. */
const SAME_MS = 3_000

interface CameraProps {
  readonly onCode: (text: string) => void
  readonly onClose: () => void
}

/** Looks through the camera until it is closed; answers what ends it. */
async function watch(video: HTMLVideoElement, onCode: (text: string) => void, signal: AbortSignal): Promise<void> {
  const media = { video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false }
  const [stream, read] = await Promise.all([navigator.mediaDevices.getUserMedia(media), barcodeReader()])
  const stop = () => stream.getTracks().forEach((track) => track.stop())
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop, { once: true })
  video.srcObject = stream
  await video.play()
  const picture = document.createElement('canvas')
  const seen = new Map<string, number>()
  while (!signal.aborted) {
    picture.width = video.videoWidth
    picture.height = video.videoHeight
    picture.getContext('2d', { willReadFrequently: true })?.drawImage(video, 0, 0)
    const codes = picture.width > 0 ? await read(picture) : []
    const now = performance.now()
    for (const code of codes) {
      if (now - (seen.get(code) ?? -SAME_MS) >= SAME_MS && !signal.aborted) onCode(code)
      seen.set(code, now)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** The camera over the page: each barcode before it is one number. */
export function Camera({ onCode, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const take = useRef(onCode)
  const [last, setLast] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    take.current = onCode
  })
  useEffect(() => {
    const ends = new AbortController()
    const found = (code: string): void => {
      setLast(code)
      navigator.vibrate?.(60)
      take.current(code)
    }
    watch(video.current!, found, ends.signal).catch(() => ends.signal.aborted || setFailed(true))
    return () => ends.abort()
  }, [])
  return createPortal(
    <div className="items-camera" role="dialog" aria-modal="true" aria-label={itemText('camera')}>
      <video ref={video} playsInline muted />
      <p role="status">
        {failed ? itemText('noCamera') : last === null ? itemText('aim') : itemText('seen', { number: last })}
      </p>
      <button
        type="button"
        className="items-button"
        // The camera covers the page: whoever opened it by the keyboard goes on here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onClick={onClose}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
      >
        {itemText('close')}
      </button>
    </div>,
    document.body,
  )
}
