import { useState, type ReactNode } from 'react'
import { Icon, type IconName } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import { type ToolsOf, useDocumentTools } from '../../print/use-document-tools.ts'
import { Sheet } from '../parts/Sheet.tsx'
import './document-menu.css'

/** The tools of the desktop's banner, in a menu; sharing uses the device's own sheet where there is one. */
export function DocumentMenu(props: ToolsOf): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const tools = useDocumentTools(props)
  const share = tools.shareOnDevice ?? tools.share
  const choose = (act: () => Promise<void>): void => {
    setOpen(false)
    void act()
  }
  return (
    <>
      <button
        type="button"
        className="phone-icon-button"
        aria-label={pageText('print.more')}
        aria-haspopup="dialog"
        aria-busy={tools.busy !== null}
        onClick={() => setOpen(true)}
      >
        <Icon name="more" size={20} />
      </button>
      {isOpen ? (
        <Sheet title={props.no} onClose={() => setOpen(false)}>
          <ul className="document-menu">
            <Entry icon="pdf" text={pageText('print.pdf')} act={() => choose(tools.pdf)} />
            {share ? <Entry icon="share" text={pageText('print.share')} act={() => choose(share)} /> : null}
            <Entry icon="link" text={pageText('print.copyLink')} act={() => choose(tools.copyLink)} />
          </ul>
        </Sheet>
      ) : null}
    </>
  )
}

function Entry({ icon, text, act }: { readonly icon: IconName; readonly text: string; readonly act: () => void }) {
  return (
    <li>
      <button type="button" onClick={act}>
        <Icon name={icon} size={20} />
        {text}
      </button>
    </li>
  )
}
