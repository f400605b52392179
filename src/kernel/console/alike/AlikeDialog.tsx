import { Button } from 'antd'
import { Link } from 'react-router'
import { Dialog } from '#kernel/ui/Dialog.tsx'
import { StateMark } from '#kernel/ui/StateMark.tsx'
import { timeText } from '#kernel/ui/time.ts'
import type { StateColour } from '#kernel/definition/definition.ts'
import { pageText } from '../client/i18n.ts'
import { alikeText } from './alike-text.ts'
import type { AlikePanelProps } from './AlikeStrip.tsx'
import { Equal, labelOf, said } from './rows.tsx'

/** Both documents beside each other on the desktop, with what is equal marked. */
export function AlikeDialog({ alike, onClose }: AlikePanelProps) {
  const { no, title, url, rows, state, stateLabel, stateColour, drafterName, submittedAt } = alike
  return (
    <Dialog
      shape="drawer"
      width={760}
      title={alikeText('dialog', { no })}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{pageText('common.close')}</Button>}
    >
      <p className="alike-other">
        <Link to={url} onClick={onClose}>
          {alikeText('open', { no })}
        </Link>
        <span>{title}</span>
        <StateMark key={state} colour={stateColour as StateColour} text={stateLabel} />
        <span>
          {alikeText('rows.drafter')} {drafterName}
        </span>
        <span>
          {alikeText('rows.submitted')} {timeText(submittedAt)}
        </span>
      </p>
      <table className="alike-table">
        <thead>
          <tr>
            <th scope="col">{alikeText('what')}</th>
            <th scope="col">{alikeText('mine')}</th>
            <th scope="col">{alikeText('other')}</th>
            <th scope="col">{alikeText('equal')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.label}`} className={row.isSame ? 'is-equal' : ''}>
              <th scope="row">{labelOf(row)}</th>
              <td>{said(alike, row, row.mine)}</td>
              <td>{said(alike, row, row.other)}</td>
              <td>{row.isSame ? <Equal /> : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
