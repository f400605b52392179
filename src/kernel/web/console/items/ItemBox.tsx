import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { itemText } from './item-texts.ts'
import { onScan } from './scanner.ts'
import './items.css'

const Camera = lazy(() => import('./Camera.tsx').then((module) => ({ default: module.Camera })))

interface ItemBoxProps {
  readonly label: string
  /** Why nothing can be entered yet. */
  readonly disabled?: string | undefined
  readonly add: string
  /** Takes a text; answers what is to be said of it. */
  readonly onText: (text: string) => Promise<string>
  readonly Button: ComponentType<{
    readonly disabled?: boolean
    readonly onClick: () => void
    readonly children: ReactNode
  }>
  readonly tools?: ReactNode
}

/** One text after the other: what a scanner reads comes faster than the server answers. */
function useTexts(onText: ItemBoxProps['onText']) {
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(0)
  const last = useRef(Promise.resolve())
  const send = (text: string): void => {
    setBusy((count) => count + 1)
    last.current = last.current
      .then(() => onText(text))
      // The call has shown what failed.
      .then(setSaid, () => setSaid(''))
      .finally(() => setBusy((count) => count - 1))
  }
  return { said, isBusy: busy > 0, send }
}

/** Numbers as people have them: pasted, typed, from a scanner that types, or before the camera. */
export function ItemBox({ label, disabled, add, onText, Button, tools }: ItemBoxProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [isLooking, setLooking] = useState(false)
  const { said, isBusy, send } = useTexts(onText)
  const isOff = disabled !== undefined
  const take = useRef(send)
  useEffect(() => {
    take.current = send
  })
  useEffect(() => (isOff ? undefined : onScan((scanned) => take.current(scanned))), [isOff])
  const submit = (): void => {
    if (text.trim() === '' || isOff) return
    send(text)
    setText('')
  }
  return (
    <div className="items-box">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        value={text}
        disabled={isOff}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          submit()
        }}
      />
      <p id={`${id}-hint`} className="quiet">
        {disabled ?? itemText('hint')}
      </p>
      <div className="items-tools">
        <Button disabled={isOff || text.trim() === ''} onClick={submit}>
          {add}
        </Button>
        {'mediaDevices' in navigator ? (
          <Button disabled={isOff} onClick={() => setLooking(true)}>
            {itemText('camera')}
          </Button>
        ) : null}
        {tools}
      </div>
      <p role="status" className="items-said">
        {isBusy ? itemText('adding') : said}
      </p>
      {isLooking ? (
        <Suspense fallback={null}>
          <Camera onCode={send} onClose={() => setLooking(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
