import { Button } from 'antd'
import { partialApprovalText } from './partial-approval-text.ts'

/** Opens the dialog of an agreement with amounts. */
export function ReduceButton({ isDisabled, onOpen }: { readonly isDisabled: boolean; readonly onOpen: () => void }) {
  return (
    <Button disabled={isDisabled} onClick={onOpen}>
      {partialApprovalText('open')}
    </Button>
  )
}
