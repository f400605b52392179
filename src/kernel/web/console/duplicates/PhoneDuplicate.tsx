import type { DuplicateDocument } from '#kernel/engine/document/duplicates/duplicate-wire.ts'
import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
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
import { DescriptionList } from '../phone/parts/DescriptionList.tsx'
import { PhoneLink } from '../phone/PhoneLink.tsx'
import { Sheet } from '../phone/parts/Sheet.tsx'

/** For the page of a document. */
export function PhoneDuplicate(props: DuplicateProps) {
  return <DocumentDuplicates {...props} Panel={DuplicateSheet} />
}

/** For the form, from its last check. */
export function PhoneFormDuplicate({ found }: { readonly found: readonly DuplicateDocument[] }) {
  return <DuplicateWarning found={found} Panel={DuplicateSheet} />
}

/** Both documents one after the other on a phone, with equal values marked. */
function DuplicateSheet({ duplicates, onClose }: DuplicatePanelProps) {
  const { no, title, mobileUrl, rows, stateLabel, stateColour, drafterName, submittedAt } = duplicates
  const of = (side: 'mine' | 'other') =>
    rows.map(
      (row) =>
        [
          labelOf(row),
          <div key="said" className={row.isSame ? 'is-equal' : ''}>
            {comparedValues(duplicates, row, row[side])}
            {row.isSame ? <Equal /> : null}
          </div>,
        ] as const,
    )
  return (
    <Sheet title={duplicateText('dialog', { no })} onClose={onClose} isTall>
      <section className="duplicate-side">
        <h3>{duplicateText('mine')}</h3>
        <DescriptionList pairs={of('mine')} />
      </section>
      <section className="duplicate-side">
        <h3>{duplicateText('other')}</h3>
        <p>
          <PhoneLink to={mobileUrl}>{duplicateText('open', { no })}</PhoneLink>
        </p>
        <DescriptionList
          pairs={[
            [duplicateText('rows.document'), title],
            [
              duplicateText('rows.state'),
              <StateMark key="state" colour={stateColour as StateColour} text={stateLabel} />,
            ],
            [duplicateText('rows.drafter'), drafterName],
            [duplicateText('rows.submitted'), timeText(submittedAt)],
            ...of('other'),
          ]}
        />
      </section>
    </Sheet>
  )
}
