import { useQuery } from '@tanstack/react-query'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { conditionsOf, text } from './access-request-call.ts'
import './conditions.css'

/** Every condition for a page, or without a target for any menu, and whether the reader meets it. */
export function Conditions({ target }: { readonly target: string }) {
  const page = target === '' ? '/index' : target
  const { data } = useQuery({
    queryKey: ['permission', 'whyMine', page],
    queryFn: ({ signal }) => conditionsOf(page, signal),
    retry: false,
    gcTime: 0,
  })
  return (
    <ul className="ask-conditions" aria-label={text('conditions')}>
      {(data ?? []).map(({ key, isMet, title, reason }) => (
        <li key={key}>
          <StateMark
            colour={isMet === null ? 'grey' : isMet ? 'green' : 'red'}
            text={text(isMet === null ? 'unasked' : isMet ? 'met' : 'notMet')}
          />
          <span>
            {title} <span className="quiet">{reason}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
