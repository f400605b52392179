import PullToRefresh from 'antd-mobile/es/components/pull-to-refresh'
import type { ReactNode } from 'react'
import { pageText } from '../client/i18n.ts'

export interface PullAreaProps {
  readonly isDisabled: boolean
  readonly onRefresh: () => Promise<void>
  readonly children: ReactNode
}

/** What is read anew when it is pulled down. */
export function PullArea({ isDisabled, onRefresh, children }: PullAreaProps) {
  return (
    <PullToRefresh
      disabled={isDisabled}
      onRefresh={onRefresh}
      pullingText={pageText('phone.pull')}
      canReleaseText={pageText('phone.release')}
      refreshingText={pageText('common.loading')}
      completeText={pageText('phone.refreshed')}
    >
      {children}
    </PullToRefresh>
  )
}
