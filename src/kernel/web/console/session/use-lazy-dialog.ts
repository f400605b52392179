import { useCallback, useState, type ComponentType } from 'react'
import { loadChunk } from '../client/chunks.ts'

interface LazyDialog<P> {
  /** The dialog to render; null while it is closed. */
  readonly Dialog: ComponentType<P> | null
  readonly open: () => void
  readonly close: () => void
}

/** A dialog that is loaded when first opened; `load` must be a module-level function. A failed load opens nothing and reports itself. */
export function useLazyDialog<P>(load: () => Promise<ComponentType<P>>): LazyDialog<P> {
  const [Dialog, setDialog] = useState<ComponentType<P> | null>(null)
  const open = useCallback(() => {
    void loadChunk(load).then(
      (loaded) => setDialog(() => loaded),
      () => undefined,
    )
  }, [load])
  const close = useCallback(() => setDialog(null), [])
  return { Dialog, open, close }
}
