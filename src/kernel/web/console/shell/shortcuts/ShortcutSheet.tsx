import { Fragment, useState } from 'react'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText, loadPartTexts } from '../../client/i18n.ts'
import { areSingleKeysOn, keyNames, type Shortcut, switchSingleKeys } from './shortcuts.ts'
import type { ShortcutSheetTexts } from './locale/shortcut-sheet.en.ts'
import './shortcut-sheet.css'

const sheetText = await loadPartTexts<ShortcutSheetTexts>('shortcutSheet', {
  en: () => import('./locale/shortcut-sheet.en.ts'),
  zh: () => import('./locale/shortcut-sheet.zh.ts'),
})

interface ShortcutSheetProps {
  readonly shortcuts: readonly Shortcut[]
  readonly onClose: () => void
}

/** The shortcuts of this page, and the global ones. */
export function ShortcutSheet({ shortcuts, onClose }: ShortcutSheetProps) {
  const [areOn, setOn] = useState(areSingleKeysOn)
  const groups = [
    { title: sheetText('page'), entries: shortcuts.filter(({ scope }) => scope === 'page') },
    { title: sheetText('everywhere'), entries: shortcuts.filter(({ scope }) => scope === 'everywhere') },
  ].filter(({ entries }) => entries.length > 0)
  return (
    <Dialog title={pageText('shortcuts.title')} closeLabel={pageText('common.close')} width={440} onClose={onClose}>
      <div className="shortcut-sheet">
        {groups.map(({ title, entries }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {entries.map((shortcut) => (
                <div key={`${shortcut.label} ${shortcut.keys.join(' ')}`}>
                  <dt>{shortcut.label}</dt>
                  <dd>
                    {shortcut.keys.map((keys, at) => (
                      <Fragment key={keys}>
                        {at > 0 ? <span className="quiet">{sheetText('or')}</span> : null}
                        <Keys keys={keys} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <label className="shortcut-sheet-switch">
          <Checkbox
            checked={areOn}
            onChange={(isChecked) => {
              switchSingleKeys(isChecked)
              setOn(isChecked)
            }}
          />
          <span>
            {sheetText('singleKeys')}
            <small className="quiet">{sheetText('hint')}</small>
          </span>
        </label>
      </div>
    </Dialog>
  )
}

function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className="keys">
      {keyNames(keys).map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </span>
  )
}
