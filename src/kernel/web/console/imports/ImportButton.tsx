import { Button } from 'antd'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { usePageButtons } from '../document/page-buttons.ts'
import { useLazyDialog } from '../session/use-lazy-dialog.ts'
import type { ImportParams } from './import-api.ts'

/** Loaded when it is first opened. */
export const loadUploadDialog = async () => (await import('./UploadDialog.tsx')).UploadDialog

interface ImportButtonProps {
  /** Name of the import's definition: `customer-channel`. */
  readonly kind: string
  /** Parameters of the run: the header of a document, the region of a list. */
  readonly params?: ImportParams
  /** Code of the page's button; by default everyone with the page may import. */
  readonly right?: string
  /** Why it is unavailable: the header of the lines is incomplete. */
  readonly disabledReason?: string | undefined
  /** By default Import. */
  readonly label?: string
  /** Explains what happens to the file, where that is not obvious. */
  readonly hint?: string
  readonly isPrimary?: boolean
  /** Called before its page opens. */
  readonly onUploaded?: () => Promise<void>
}

/** Import button of a list's toolbar or a document's form: the file is checked and corrected on a page of its own first. */
export function ImportButton(props: ImportButtonProps) {
  const { kind, params, right, disabledReason, label, hint, isPrimary = false, onUploaded } = props
  const { Dialog, open, close } = useLazyDialog(loadUploadDialog)
  const holds = usePageButtons()
  if (right !== undefined && !holds?.(right)) return null
  return (
    <>
      <Button
        type={isPrimary ? 'primary' : 'default'}
        icon={<Icon name="upload" />}
        disabled={Boolean(disabledReason)}
        title={disabledReason ?? hint}
        onClick={open}
      >
        {label ?? pageText('imports.button')}
      </Button>
      {Dialog ? (
        <Dialog
          kind={kind}
          title={label ?? null}
          hint={hint ?? null}
          {...(params ? { params } : {})}
          {...(onUploaded ? { onUploaded } : {})}
          onClose={close}
        />
      ) : null}
    </>
  )
}
