import Button from 'antd-mobile/es/components/button'
import { type ReactNode, useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { flowText } from '../../approval/flow-text.ts'
import { useIsResting } from '../../approval/verbs/after-decision.ts'
import type { Acts } from '../../approval/verbs/use-acts.ts'
import { barVerbs, type PageVerb } from '../../approval/verbs/verb-spec.ts'
import type { Approval } from '../../client/approval.ts'
import { Sheet } from '../parts/Sheet.tsx'
import '../action-bar.css'
import './document-menu.css'

interface DecisionBarProps {
  readonly approval: Approval
  readonly acts: Acts
  readonly onVerb: (verb: PageVerb) => void
  /** Buttons of the document's own acts. */
  readonly children?: ReactNode
}

/** Whether the bar has any action; actions of mere readers are with the timeline. */
export function hasBar(approval: Approval): boolean {
  const { deciding, open, more } = barVerbs(approval)
  return deciding.length + open.length + more.length > 0
}

/** Main actions above the safe area, others in a menu; disabled while a request runs. */
export function DecisionBar({ approval, acts: { running }, onVerb, children }: DecisionBarProps) {
  const [isMoreOpen, setMoreOpen] = useState(false)
  const { deciding, open, more } = barVerbs(approval)
  const [main] = deciding
  const isResting = useIsResting(approval.formInstanceId)
  if (!hasBar(approval) && !children) return null
  return (
    <>
      <footer className="action-bar">
        {more.length > 0 ? (
          <button
            type="button"
            className="action-bar-more"
            aria-label={flowText('more')}
            aria-haspopup="dialog"
            disabled={running !== null}
            onClick={() => setMoreOpen(true)}
          >
            <Icon name="more" size={22} />
          </button>
        ) : null}
        {children}
        {[...open, ...deciding.toReversed()].map((verb) => (
          <Button
            key={verb}
            block
            {...lookOf(verb, main)}
            loading={running === verb}
            loadingText={flowText(`verbs.${verb}`)}
            disabled={running !== null || isResting || (approval.withheld?.includes(verb) ?? false)}
            onClick={() => onVerb(verb)}
          >
            {flowText(`verbs.${verb}`)}
          </Button>
        ))}
      </footer>
      {isMoreOpen ? (
        <Sheet title={flowText('more')} onClose={() => setMoreOpen(false)}>
          <ul className="document-menu">
            {more.map((verb) => (
              <li key={verb}>
                <button
                  type="button"
                  onClick={() => {
                    setMoreOpen(false)
                    onVerb(verb)
                  }}
                >
                  {flowText(`verbs.${verb}`)}
                </button>
              </li>
            ))}
          </ul>
        </Sheet>
      ) : null}
    </>
  )
}

function lookOf(verb: PageVerb, main: PageVerb | undefined) {
  if (verb === main) return { color: 'primary' } as const
  return verb === 'reject' || verb === 'terminate' ? ({ color: 'danger', fill: 'outline' } as const) : {}
}
