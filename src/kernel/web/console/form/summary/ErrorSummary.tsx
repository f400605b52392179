import { useEffect, useRef } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import type { SummaryProps } from './FormSummary.tsx'
import '../../banner.css'
import './error-summary.css'

const SHOWN = 6

/** A counted summary with links to each problem. A new attempt focuses the first one. */
export function ErrorSummary({ problems, attempt, lines = 0 }: SummaryProps) {
  const latest = useRef(problems)
  useEffect(() => {
    latest.current = problems
  })
  useEffect(() => {
    if (attempt > 0) latest.current[0]?.jump()
  }, [attempt])
  return (
    <div className="banner banner-error error-summary" role="alert" data-tried={attempt > 0}>
      <Icon name="alert" />
      <div className="banner-text">
        <strong>
          {pageText('form.summary', { count: problems.length })}
          {lines > 0 && attempt > 0 ? ` · ${pageText('document.lines', { count: lines })}` : ''}
        </strong>
        <ul>
          {problems.slice(0, SHOWN).map((problem) => (
            <li key={problem.key}>
              <button type="button" className="link-button" onClick={problem.jump}>
                {problem.text}
              </button>
            </li>
          ))}
          {problems.length > SHOWN ? (
            <li className="quiet">{pageText('form.more', { count: problems.length - SHOWN })}</li>
          ) : null}
        </ul>
      </div>
    </div>
  )
}
