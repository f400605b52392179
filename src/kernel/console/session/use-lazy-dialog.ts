import { useState, type ComponentType } from 'react'
import { loadChunk } from '../client/chunks.ts'

interface LazyDialog<P> {
  /** What to draw; null while it is closed. */
  readonly Dialog: ComponentType<P> | null
  readonly open: () => void
  readonly close: () => void
}

/** A dialog that is fetched when it is first opened. Where that fails nothing opens, and the failed load says so itself. */
export function useLazyDialog<P>(load: () => Promise<ComponentType<P>>): LazyDialog<P> {
  const [Dialog, setDialog] = useState<ComponentType<P> | null>(null)
  return {
    Dialog,
    open: () => {
      void loadChunk(load).then(
        (loaded) => setDialog(() => loaded),
        () => undefined,
      )
    },
    close: () => setDialog(null),
  }
}
