import type { ReactNode } from 'react'
import type { ListViewProps } from './ListView.tsx'
import type { SelectionState } from './selection.ts'
import type { ListViewSetup } from './use-list-view.ts'

/** Everything of a list that is drawn, as a table or as cards. */
export interface ListDrawing<T> {
  readonly list: ListViewProps<T>
  readonly setup: ListViewSetup<T>
  readonly rows: readonly T[]
  /** Null where nothing can be done to several rows. */
  readonly selection: SelectionState<T> | null
  readonly isWaiting: boolean
  readonly isStale: boolean
  readonly onReset: () => void
  /** The same at either width. */
  readonly parts: Readonly<
    Record<'primary' | 'bulk' | 'news' | 'failure' | 'totals' | 'empty' | 'pager' | 'tools', ReactNode>
  >
  /** Another form of the filtered rows, such as a map. */
  readonly instead: ReactNode
}
