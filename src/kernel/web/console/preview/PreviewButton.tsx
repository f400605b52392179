import { lazy, type ReactNode, Suspense, useState } from 'react'
import { loadAreaTexts } from '../client/i18n.ts'

const SheetPreview = lazy(async () => {
  const [module] = await Promise.all([import('./SheetPreview.tsx'), loadAreaTexts('preview')])
  return { default: module.SheetPreview }
})

interface PreviewButtonProps {
  /** Key for the file calls. */
  readonly fileKey: string
  readonly fileName: string
  readonly className?: string
  readonly label?: string
  readonly children: ReactNode
}

/** Whether a file with this name can be previewed. */
export function canPreview(fileName: string): boolean {
  return /\.(xlsx|csv)$/i.test(fileName)
}

/** Opens a workbook or csv file in the page. */
export function PreviewButton({ fileKey, fileName, className, label, children }: PreviewButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className ?? 'link-button'} aria-label={label} onClick={() => setOpen(true)}>
        {children}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SheetPreview fileKey={fileKey} fileName={fileName} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
