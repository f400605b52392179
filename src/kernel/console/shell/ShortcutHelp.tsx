import { lazy, Suspense, useEffect, useState } from 'react'
import { pageText } from '../client/i18n.ts'
import { onShowShortcuts, type Shortcut, shortcutsNow, useShortcut } from './shortcuts.ts'
import './keys.css'

const ShortcutSheet = lazy(() => import('./ShortcutSheet.tsx').then((module) => ({ default: module.ShortcutSheet })))

/** `?` shows what the keyboard does, as it is at that moment. */
export function ShortcutHelp() {
  const [shown, setShown] = useState<readonly Shortcut[] | null>(null)
  useShortcut('?', pageText('shortcuts.show'), () => setShown(shortcutsNow()), { scope: 'everywhere' })
  useEffect(() => onShowShortcuts(() => setShown(shortcutsNow())), [])
  if (!shown) return null
  return (
    <Suspense fallback={null}>
      <ShortcutSheet shortcuts={shown} onClose={() => setShown(null)} />
    </Suspense>
  )
}
