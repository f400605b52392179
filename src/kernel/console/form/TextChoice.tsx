import { Choice, type ChoiceProps } from '#kernel/ui/Choice.tsx'
import { pageText } from '../client/i18n.ts'

/** Value help with the console's own texts. */
export function TextChoice(props: Omit<ChoiceProps, 'emptyText' | 'moreText'>) {
  return (
    <Choice
      placeholder={pageText('common.choose')}
      {...props}
      emptyText={pageText('common.noOptions')}
      moreText={moreText}
    />
  )
}

function moreText(count: number): string {
  return pageText('common.moreOptions', { count })
}
