import { Button } from 'antd'
import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../client/i18n.ts'
import { Banner } from '../Banner.tsx'
import { importText } from './import-text.ts'
import { countText } from './run-figures.ts'
import type { useImportActs } from './use-import-acts.ts'

interface AskDialogProps {
  readonly asked: 'undo' | 'discard'
  readonly run: ImportRunView
  readonly acts: ReturnType<typeof useImportActs>
  readonly onClose: () => void
}

/** Asks before a run is undone or discarded; shows a refusal, with the rows that it names. */
export function AskDialog({ asked, run, acts, onClose }: AskDialogProps) {
  const go = async (): Promise<void> => {
    if (await acts.act(asked)) onClose()
  }
  return (
    <Dialog
      title={importText(`run.${asked}Title`)}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{importText('run.keep')}</Button>
          <Button type="primary" danger loading={acts.acting === asked} onClick={() => void go()}>
            {importText(`run.${asked}`)}
          </Button>
        </>
      }
    >
      <p>{importText(`run.${asked}Text`, { count: countText(run.rows.applied) })}</p>
      {acts.refusal ? (
        <Banner kind="error">
          {asked === 'undo' ? <strong>{importText('run.undoRefused')}</strong> : null}
          <p>{acts.refusal}</p>
        </Banner>
      ) : null}
    </Dialog>
  )
}
