import { Button } from 'antd'
import { Link } from 'react-router'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { pageText } from '../client/i18n.ts'
import { duplicateText } from './duplicate-text.ts'
import type { DuplicatePanelProps } from './DuplicateWarning.tsx'
import { Equal, labelOf, comparedValues } from './rows.tsx'

/** Both documents side by side on the desktop, with equal values marked. */
export function DuplicateDialog({ duplicates, onClose }: DuplicatePanelProps) {
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
