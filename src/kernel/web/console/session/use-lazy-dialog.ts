import { useCallback, useState, type ComponentType } from 'react'
import { loadChunk } from '../client/chunks.ts'

interface LazyDialog<P> {
  /** What to draw; null while it is closed. */
  readonly Dialog: ComponentType<P> | null
  readonly open: () => void
  readonly close: () => void
}

/**
 * A dialog that is fetched when it is first opened; `load` is a function of the module. Where that fails nothing opens,
 * and the failed load says so itself.
 */
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
