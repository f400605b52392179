import { Button } from 'antd'
import { lessenText } from './lessen-text.ts'

/** Opens the dialog of an agreement, where the amounts stand. */
export function LessButton({ isDisabled, onOpen }: { readonly isDisabled: boolean; readonly onOpen: () => void }) {
  return (
    <Button disabled={isDisabled} onClick={onOpen}>
      {lessenText('open')}
    </Button>
  )
}
