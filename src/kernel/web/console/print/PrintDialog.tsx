import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../client/i18n.ts'
import type { PaperSections } from '../client/paper.ts'

interface PrintDialogProps {
  /** A document that was never submitted has no record to print. */
  readonly hasRecord: boolean
  readonly onClose: () => void
  readonly onPrint: (sections: PaperSections) => void
}

/** Asks what to print: the approval content, the approval record, or both. */
export function PrintDialog({ hasRecord, onClose, onPrint }: PrintDialogProps) {
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
          <input type="checkbox" checked={content} onChange={(event) => setContent(event.target.checked)} />
          {pageText('print.content')}
        </label>
        <label>
          <input
            type="checkbox"
            checked={record}
            disabled={!hasRecord}
            onChange={(event) => setRecord(event.target.checked)}
          />
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
