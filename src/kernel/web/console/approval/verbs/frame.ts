import type { ReactNode } from 'react'

/** The frame around an act's form: a dialog on the desktop, a sheet on the phone. */
export interface FrameProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly action: {
    readonly text: string
    readonly act: () => void
    readonly isRunning?: boolean
    readonly isDanger?: boolean
  }
  /** Uses the full height, for a list to search in. */
  readonly isTall?: boolean
  /** Replaces the text of `cancel` beside the action. */
  readonly cancelText?: string
}
