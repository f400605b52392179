import { Choice, type ChoiceProps } from '#kernel/ui/Choice.tsx'
import { SearchChoice, type SearchChoiceProps } from '#kernel/ui/SearchChoice.tsx'
import { pageText } from '../client/i18n.ts'

interface TextChoiceProps extends Omit<ChoiceProps, 'emptyText' | 'moreText' | 'failure'> {
  /** Where the options could not be fetched: see `Options`. */
  readonly onRetry?: (() => void) | undefined
}

/** Value help with the console's own texts. */
export function TextChoice({ onRetry, ...props }: TextChoiceProps) {
  return (
    <Choice
      placeholder={pageText('common.choose')}
      {...props}
      emptyText={pageText('common.noOptions')}
      failure={onRetry && { text: pageText('options.failed'), retryText: pageText('common.retry'), onRetry }}
      moreText={moreText}
    />
  )
}

function moreText(count: number): string {
  return pageText('common.moreOptions', { count })
}

/** The same over a list that the server searches. */
export function TextSearchChoice(props: Omit<SearchChoiceProps, 'emptyText' | 'moreText' | 'searchingText'>) {
  return (
    <SearchChoice
      placeholder={pageText('common.choose')}
      {...props}
      emptyText={pageText('common.noOptions')}
      searchingText={pageText('common.searching')}
      moreText={pageText('common.moreFound')}
    />
  )
}
