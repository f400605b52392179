import { useState, type ReactNode } from 'react'
import { Icon, type IconName } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { PrintDialog } from './PrintDialog.tsx'
import { type ToolsOf, useDocumentTools } from './use-document-tools.ts'
import './document-tools.css'

/** The tool banner in the header of a detail page: PDF, print, copy link, share (spec section 2). */
export function DocumentTools(props: ToolsOf): ReactNode {
  const tools = useDocumentTools(props)
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className="document-tools" role="group" aria-label={pageText('print.tools')}>
      <Tool icon="pdf" text={pageText('print.pdf')} isBusy={tools.busy === 'pdf'} act={() => void tools.pdf()} />
      <Tool icon="print" text={pageText('print.print')} isBusy={tools.busy === 'print'} act={() => setChoosing(true)} />
      <Tool icon="link" text={pageText('print.copyLink')} isBusy={false} act={() => void tools.copyLink()} />
      {tools.share ? (
        <Tool
          icon="share"
          text={pageText('print.share')}
          isBusy={tools.busy === 'share'}
          act={() => void tools.share?.()}
        />
      ) : null}
      {isChoosing ? (
        <PrintDialog
          hasRecord={props.formInstanceId !== null}
          onClose={() => setChoosing(false)}
          onPrint={(sections) => {
            setChoosing(false)
            void tools.print(sections)
          }}
        />
      ) : null}
    </div>
  )
}

interface ToolProps {
  readonly icon: IconName
  readonly text: string
  readonly isBusy: boolean
  readonly act: () => void
}

function Tool({ icon, text, isBusy, act }: ToolProps) {
  return (
    <button type="button" className="document-tool" title={text} aria-label={text} aria-busy={isBusy} onClick={act}>
      <Icon name={icon} size={18} />
    </button>
  )
}
