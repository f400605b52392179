import { Button } from 'antd'
import { Link } from 'react-router'
import type { DuplicateDocument } from '#kernel/engine/document/duplicates/duplicate-wire.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { duplicateText } from './duplicate-text.ts'
import {
  DocumentDuplicates,
  type DuplicatePanelProps,
  type DuplicateProps,
  DuplicateWarning,
  Equal,
  labelOf,
  comparedValues,
} from './DuplicateWarning.tsx'
import { pageText } from '../client/i18n.ts'

/** For the page of a document. */
export function DeskDuplicate(props: DuplicateProps) {
  return <DocumentDuplicates {...props} Panel={DuplicateDialog} />
}

/** For the form, from its last check. */
export function DeskFormDuplicate({ found }: { readonly found: readonly DuplicateDocument[] }) {
  return <DuplicateWarning found={found} Panel={DuplicateDialog} />
}

/** Both documents side by side on the desktop, with equal values marked. */
function DuplicateDialog({ duplicates, onClose }: DuplicatePanelProps) {
  const { no, title, url, rows, state, stateLabel, stateColour, drafterName, submittedAt } = duplicates
  return (
    <Dialog
      shape="drawer"
      width={760}
      title={duplicateText('dialog', { no })}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{pageText('common.close')}</Button>}
    >
      <p className="duplicate-other">
        <Link to={url} onClick={onClose}>
          {duplicateText('open', { no })}
        </Link>
        <span>{title}</span>
        <StateMark key={state} colour={stateColour as StateColour} text={stateLabel} />
        <span>
          {duplicateText('rows.drafter')} {drafterName}
        </span>
        <span>
          {duplicateText('rows.submitted')} {timeText(submittedAt)}
        </span>
      </p>
      <table className="duplicate-table">
        <thead>
          <tr>
            <th scope="col">{duplicateText('what')}</th>
            <th scope="col">{duplicateText('mine')}</th>
            <th scope="col">{duplicateText('other')}</th>
            <th scope="col">{duplicateText('equal')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.label}`} className={row.isSame ? 'is-equal' : ''}>
              <th scope="row">{labelOf(row)}</th>
              <td>{comparedValues(duplicates, row, row.mine)}</td>
              <td>{comparedValues(duplicates, row, row.other)}</td>
              <td>{row.isSame ? <Equal /> : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
