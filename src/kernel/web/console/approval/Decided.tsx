import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { isPhone } from '../client/approval.ts'
import { documentApi, pageAddress } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'
import { pageText } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import { holdersOf } from '../document/reading.ts'
import { tasksApi } from '../tasks/tasks-api.ts'
import { flowText } from './flow-text.ts'
import type { AfterDecision } from './verbs/after-decision.ts'
import './decided.css'

interface DecidedProps {
  readonly act: AfterDecision
  readonly link: (address: string, text: string) => ReactNode
}

/** Above the task that opened by itself: what became of the document before, and how many tasks wait. */
export function Decided({ act: { definition, decided, verb }, link }: DecidedProps) {
  const { no } = decided.document
  const formInstanceId = decided.approval?.formInstanceId ?? ''
  // Whoever transferred a task may be unable to read its document any more: then nothing more is said of it.
  const now = useQuery({
    queryKey: queryKeys.detail(definition.name, ['decided', formInstanceId]),
    queryFn: ({ signal }) => documentApi(definition).detail({ formInstanceId }, { signal, handles: true }),
    retry: false,
  }).data
  const left = useQuery({ queryKey: ['tasks', 'boxes'], queryFn: tasksApi.boxes }).data?.open
  const holders = now ? holdersOf(now) : []
  return (
    <div className="banner banner-info decided" role="status">
      <Icon name="info" />
      <div className="banner-text">
        <p>
          <span>
            {link(pageAddress(definition, isPhone() ? 'mobile' : 'pc', formInstanceId), no)}{' '}
            {flowText(`outcomes.${verb}`)}
          </span>
          {now ? <span>{documentTexts(definition).state(now.document.state)}</span> : null}
          {holders.length > 0 ? (
            <span>
              {pageText('approval.holder')} {holders.join(pageText('phone.nameSeparator'))}
            </span>
          ) : null}
        </p>
        <p>
          {pageText('approval.next')} {left === undefined ? null : flowText('tasksLeft', { count: left })}
        </p>
      </div>
    </div>
  )
}
