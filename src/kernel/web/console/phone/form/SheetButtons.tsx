import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

interface ButtonProps {
  readonly id?: string | undefined
  readonly title: string
  readonly isDisabled?: boolean | undefined
  /** `sheet-button` is a field with a border (sheet-button.css). */
  readonly className: string
  readonly described?: { 'aria-describedby'?: string; 'data-invalid'?: true }
  /** Id of its label, which names it together with the shown value. */
  readonly labelId?: string
  /** What is chosen. */
  readonly children: ReactNode
}

interface SheetProps {
  readonly title: string
  readonly onClose: () => void
}

/** A button that shows a value; a tap opens the sheet in which it is chosen. The sheet is loaded by then. */
export function buttonOf<P extends SheetProps>(load: () => Promise<ComponentType<P>>) {
  const Lazy = lazy(async () => ({ default: (await load()) as ComponentType<SheetProps> }))
  // A failure is shown when the sheet opens.
  const start = (): void => void load().catch(() => undefined)
  return function SheetButton(props: ButtonProps & Omit<P, 'onClose'>) {
    const { id, isDisabled, className, described, labelId, children, ...sheet } = props
    const [isOpen, setOpen] = useState(false)
    // A mobile network may be lost while the person fills in the form: the sheet is preloaded at their first touch.
    useEffect(() => {
      addEventListener('pointerdown', start, { once: true })
      return () => removeEventListener('pointerdown', start)
    }, [])
    return (
      <>
        <button
          type="button"
          id={id}
          className={className}
          disabled={isDisabled}
          aria-haspopup="dialog"
          aria-labelledby={labelId && `${labelId} ${id}`}
          {...described}
          onClick={() => setOpen(true)}
        >
          {children}
        </button>
        {/* Outside of a form around the button, which Enter in the search would send. */}
        {isOpen
          ? createPortal(
              <Suspense fallback={null}>
                <Lazy {...sheet} onClose={() => setOpen(false)} />
              </Suspense>,
              document.body,
            )
          : null}
      </>
    )
  }
}

/** Value help: a list with search. */
export const OptionButton = buttonOf(() => import('./PickerSheet.tsx').then((module) => module.PickerSheet))
/** A calendar. */
export const DayButton = buttonOf(() => import('./DaySheet.tsx').then((module) => module.DaySheet))
