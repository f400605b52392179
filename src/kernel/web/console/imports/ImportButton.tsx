import { Button } from 'antd'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { usePageButtons } from '../document/page-buttons.ts'
import { useLazyDialog } from '../session/use-lazy-dialog.ts'
import type { ImportParams } from './import-api.ts'
import { loadUploadDialog } from './upload-dialog-chunk.ts'

interface ImportButtonProps {
  /** Name of the import's definition: `customer-channel`. */
  readonly kind: string
  /** What the whole run is about: the header of a document, the region of a list. */
  readonly params?: ImportParams
  /** Code of the page's button; without it whoever has the page may import. */
  readonly right?: string
  /** Why it cannot be done now: the header that the lines belong to is not chosen. */
  readonly disabledReason?: string | undefined
  /** Without it it is called Import. */
  readonly label?: string
  /** What becomes of the file, where that is not plain. */
  readonly hint?: string
  readonly isPrimary?: boolean
  /** Before its page opens. */
  readonly onUploaded?: () => Promise<void>
}

/** Of a list's toolbar or a document's form: a file in, by way of the page on which it is checked and mended first. */
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
