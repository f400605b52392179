import type { StateColour } from '#kernel/definition/definition.ts'
import { StateMark } from '#kernel/ui/StateMark.tsx'
import { timeText } from '#kernel/ui/time.ts'
import { Pairs } from '../phone/Pairs.tsx'
import { PhoneLink } from '../phone/PhoneLink.tsx'
import { Sheet } from '../phone/Sheet.tsx'
import { alikeText } from './alike-text.ts'
import type { AlikePanelProps } from './AlikeStrip.tsx'
import { Equal, labelOf, said } from './rows.tsx'

/** Both documents one after the other on a phone, with what is equal marked in each. */
export function AlikeSheet({ alike, onClose }: AlikePanelProps) {
  const { no, title, mobileUrl, rows, stateLabel, stateColour, drafterName, submittedAt } = alike
  const of = (side: 'mine' | 'other') =>
    rows.map(
      (row) =>
        [
          labelOf(row),
          <div key="said" className={row.isSame ? 'is-equal' : ''}>
            {said(alike, row, row[side])}
            {row.isSame ? <Equal /> : null}
          </div>,
        ] as const,
    )
  return (
    <Sheet title={alikeText('dialog', { no })} onClose={onClose} isTall>
      <section className="alike-side">
        <h3>{alikeText('mine')}</h3>
        <Pairs pairs={of('mine')} />
      </section>
      <section className="alike-side">
        <h3>{alikeText('other')}</h3>
        <p>
          <PhoneLink to={mobileUrl}>{alikeText('open', { no })}</PhoneLink>
        </p>
        <Pairs
          pairs={[
            [alikeText('rows.document'), title],
            [alikeText('rows.state'), <StateMark key="state" colour={stateColour as StateColour} text={stateLabel} />],
            [alikeText('rows.drafter'), drafterName],
            [alikeText('rows.submitted'), timeText(submittedAt)],
            ...of('other'),
          ]}
        />
      </section>
    </Sheet>
  )
}
