import type { ReactNode } from 'react'

/** What stands around the content of an act: a dialog on the desktop, a sheet on the phone. */
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
  /** Takes the height it can get: a list to search in. */
  readonly isTall?: boolean
  /** Instead of `cancel`, beside the action. */
  readonly cancelText?: string
}
