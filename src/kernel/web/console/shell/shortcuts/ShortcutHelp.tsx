import { useCallback, useEffect, useState } from 'react'
import { pageText } from '../../client/i18n.ts'
import { useLazyDialog } from '../../session/use-lazy-dialog.ts'
import { onShowShortcuts, type Shortcut, shortcutsNow, useShortcut } from './shortcuts.ts'
import './keys.css'

const loadSheet = async () => (await import('./ShortcutSheet.tsx')).ShortcutSheet

/** `?` lists the currently available shortcuts. */
export function ShortcutHelp() {
  const [shown, setShown] = useState<readonly Shortcut[]>([])
  const { Dialog, open, close } = useLazyDialog(loadSheet)
  const show = useCallback((): void => {
    setShown(shortcutsNow())
    open()
  }, [open])
  useShortcut('?', pageText('shortcuts.show'), show, { scope: 'everywhere' })
  useEffect(() => onShowShortcuts(show), [show])
  return Dialog ? <Dialog shortcuts={shown} onClose={close} /> : null
}
