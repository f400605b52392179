import { useMemo } from 'react'
import { Choice, type ChoiceProps } from '#kernel/web/ui/Choice.tsx'
import { SearchChoice, type SearchChoiceProps } from '#kernel/web/ui/SearchChoice.tsx'
import { pageText } from '../client/i18n.ts'
import { useSession } from '../shell/session-context.ts'
import { noteChoice, recentChoices, recentFirst } from './draft/recent.ts'

interface TextChoiceProps extends Omit<ChoiceProps, 'emptyText' | 'moreText' | 'failure'> {
  /** Where the options could not be loaded: see `Options`. */
  readonly onRetry?: (() => void) | undefined
  /** Name under which the person's recent choices are stored; they are listed first. */
  readonly recentName?: string
  /** Said in place of the usual text where there is nothing to choose from. */
  readonly noneText?: string | undefined
}

/** Value help with the console's own texts. */
export function TextChoice({ onRetry, recentName, noneText, options, onChange, ...rest }: TextChoiceProps) {
  const { userAccount } = useSession().user
  const ordered = useMemo(
    () => (recentName ? recentFirst(options, recentChoices(userAccount, recentName)) : options),
    [options, recentName, userAccount],
  )
  return (
    <Choice
      placeholder={pageText('common.choose')}
      {...rest}
      options={ordered}
      onChange={(value) => {
        if (recentName && value) noteChoice(userAccount, recentName, value)
        onChange(value)
      }}
      emptyText={(options.length === 0 ? noneText : undefined) ?? pageText('common.noOptions')}
      failure={onRetry && { text: pageText('options.failed'), retryText: pageText('common.retry'), onRetry }}
      moreText={moreText}
    />
  )
}

function moreText(count: number): string {
  return pageText('common.moreOptions', { count })
}

/** The same over a list that the server searches. */
export function TextSearchChoice(
  props: Omit<SearchChoiceProps, 'emptyText' | 'moreText' | 'searchingText' | 'failedText' | 'retryText'>,
) {
  return (
    <SearchChoice
      placeholder={pageText('common.choose')}
      {...props}
      emptyText={pageText('common.noOptions')}
      searchingText={pageText('common.searching')}
      failedText={pageText('options.failed')}
      retryText={pageText('common.retry')}
      moreText={pageText('common.moreFound')}
    />
  )
}
