import { useState, type ReactNode } from 'react'
import { Button } from 'antd'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { Icon, type IconName } from '#kernel/web/ui/Icon.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../client/i18n.ts'
import { type ToolsOf, useDocumentTools, useTools } from './use-document-tools.ts'
import { downloadPaper, type PaperSections, printPaper } from '../client/paper.ts'
import { copyText, pageAddress } from '../client/share.ts'
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

/** The tools of a detail page that shows no document of its own; `paper` is the address of its PDF. */
export function PageTools({ paper }: { readonly paper: string }) {
  const { busy, run } = useTools()
  const tool = (name: 'pdf' | 'print', act: () => Promise<void>) => () => void run(name, act, PAGE_TEXTS[name])
  const copy = () => run('copy', () => copyText(pageAddress()), { done: 'copyDone', failed: 'copyFailed' })
  return (
    <div className="document-tools" role="group" aria-label={pageText('print.tools')}>
      <Tool
        icon="pdf"
        text={pageText('print.pdf')}
        isBusy={busy === 'pdf'}
        act={tool('pdf', () => downloadPaper(paper))}
      />
      <Tool
        icon="print"
        text={pageText('print.print')}
        isBusy={busy === 'print'}
        act={tool('print', () => printPaper(paper, 'content'))}
      />
      <Tool icon="link" text={pageText('print.copyLink')} isBusy={false} act={() => void copy()} />
    </div>
  )
}

const PAGE_TEXTS = {
  pdf: { done: 'pdfDone', failed: 'pdfFailed' },
  print: { failed: 'printFailed' },
} as const

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

interface PrintDialogProps {
  /** A document that was never submitted has no record to print. */
  readonly hasRecord: boolean
  readonly onClose: () => void
  readonly onPrint: (sections: PaperSections) => void
}

/** Asks what to print: the approval content, the approval record, or both. */
function PrintDialog({ hasRecord, onClose, onPrint }: PrintDialogProps) {
  const [content, setContent] = useState(true)
  const [record, setRecord] = useState(hasRecord)
  const sections = sectionsOf(content, record)
  return (
    <Dialog
      title={pageText('print.title')}
      closeLabel={pageText('common.close')}
      width={360}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{pageText('common.cancel')}</Button>
          <Button type="primary" disabled={sections === null} onClick={() => sections && onPrint(sections)}>
            {pageText('print.print')}
          </Button>
        </>
      }
    >
      <fieldset className="print-choice">
        <legend>{pageText('print.what')}</legend>
        <label>
          <Checkbox checked={content} onChange={(isChecked) => setContent(isChecked)} />
          {pageText('print.content')}
        </label>
        <label>
          <Checkbox checked={record} disabled={!hasRecord} onChange={(isChecked) => setRecord(isChecked)} />
          {pageText('print.record')}
        </label>
      </fieldset>
    </Dialog>
  )
}

function sectionsOf(content: boolean, record: boolean): PaperSections | null {
  if (content && record) return 'both'
  if (content) return 'content'
  return record ? 'record' : null
}
