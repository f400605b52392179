import { useState } from 'react'
import type { Language } from '#kernel/base/i18n/language.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { useLazyDialog } from '../session/use-lazy-dialog.ts'
import { useSignOut } from '../session/use-sign-out.tsx'
import { keyNames, useShortcut } from '../shell/shortcuts/shortcuts.ts'
import './palette-button.css'

const KEYS = 'mod+k'
const loadPalette = async () => (await import('./Palette.tsx')).Palette

/** Opens the command palette by a click, or by the shortcut shown. */
export function PaletteButton({ onLanguage }: { readonly onLanguage: (language: Language) => void }) {
  const palette = useLazyDialog(loadPalette)
  const signOut = useSignOut()
  const [isAsked, setAsked] = useState(false)
  const open = (): void => {
    setAsked(true)
    palette.open()
  }
  useShortcut(KEYS, pageText('palette.title'), open, { scope: 'everywhere', whileTyping: true })
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        aria-expanded={isAsked && palette.Dialog !== null}
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
      {palette.Dialog ? (
        <palette.Dialog onClose={palette.close} onSignOut={signOut.start} onLanguage={onLanguage} />
      ) : null}
      {signOut.dialog}
    </>
  )
}
