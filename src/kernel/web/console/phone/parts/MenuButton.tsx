import { lazy, Suspense, useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'

const PhoneMenu = lazy(() => import('./PhoneMenu.tsx').then((module) => ({ default: module.PhoneMenu })))

/** The way home and to every page that the person may open; it stands in the head of each page. */
export function MenuButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="phone-icon-button"
        aria-label={pageText('shell.menu')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" size={20} />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <PhoneMenu onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
