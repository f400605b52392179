import { useEffect, useRef, useState } from 'react'
import type { Language } from '#kernel/base/i18n/language.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { loadChunk } from '../client/chunks.ts'
import { pageText } from '../client/i18n.ts'
import { useSignOut } from '../session/use-sign-out.tsx'
import { keyNames, useShortcut } from '../shell/shortcuts/shortcuts.ts'
import type { Palette } from './Palette.tsx'
import './palette-button.css'

const KEYS = 'mod+k'
/** Waits for the actions too, so that Enter works at once for an action that was typed. */
const loadPalette = async () => {
  const [{ Palette }, { loadActions }] = await Promise.all([import('./Palette.tsx'), import('./page-actions.ts')])
  await loadActions()
  return Palette
}

/** Opens the command palette by a click, or by the shortcut shown. */
export function PaletteButton({ onLanguage }: { readonly onLanguage: (language: Language) => void }) {
  const signOut = useSignOut()
  const [Dialog, setDialog] = useState<typeof Palette | null>(null)
  const [isLoading, setLoading] = useState(false)
  const typed = useTypedWhile(isLoading)
  const open = (): void => {
    setLoading(true)
    void loadChunk(loadPalette)
      .then(
        (loaded) => setDialog(() => loaded),
        // A failed load reports itself.
        () => undefined,
      )
      .finally(() => setLoading(false))
  }
  useShortcut(KEYS, pageText('palette.title'), open, { scope: 'everywhere', whileTyping: true })
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        aria-expanded={Dialog !== null}
        // Preloaded on hover, so that it opens at once.
        onPointerEnter={() => void loadPalette().catch(() => undefined)}
        onClick={open}
      >
        <Icon name="search" />
        <span className="palette-button-text">{pageText('palette.hint')}</span>
        <span className="keys" aria-hidden="true">
          {keyNames(KEYS).map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
        </span>
      </button>
      {Dialog ? (
        <Dialog
          typedBefore={typed.current}
          onClose={() => setDialog(null)}
          onSignOut={signOut.start}
          onLanguage={onLanguage}
        />
      ) : null}
      {signOut.dialog}
    </>
  )
}

/** Collects what is typed while the box is loading, so that no letter is lost or reaches the page below. */
function useTypedWhile(isLoading: boolean) {
  const typed = useRef('')
  useEffect(() => {
    if (!isLoading) return undefined
    typed.current = ''
    const hear = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey) return
      if (key.length === 1) typed.current += key
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', hear, true)
    return () => window.removeEventListener('keydown', hear, true)
  }, [isLoading])
  return typed
}
