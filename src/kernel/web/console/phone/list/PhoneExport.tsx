import { lazy, Suspense, useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import { notify } from '../../client/live/notices.ts'
import { useButtons, useSession } from '../../shell/session-context.ts'
import { goTo, useAddress } from '../address.ts'

/** Starts the export of a workbook; what is too much for one file is told. A second touch while it starts does nothing. */
export function usePhoneExport(path: string, body: Readonly<Record<string, unknown>>) {
  const [isExporting, setExporting] = useState(false)
  const run = async (): Promise<void> => {
    setExporting(true)
    const [{ followExports, startExport }, { offerCenter }] = await Promise.all([
      import('../../downloads/started-exports.ts'),
      import('../../downloads/tell-processing.ts'),
    ])
    offerCenter(() => goTo('/download/center'))
    const advice = await startExport({ path, body: { ...body, format: 'xlsx' } })
    setExporting(false)
    void followExports()
    if (advice !== null) notify('error', advice)
  }
  return { isExporting, run: () => void run().catch(() => setExporting(false)) }
}

// Few lists can be printed: only those load the code that saves a PDF.
const PhonePdf = lazy(() => import('./PhonePdf.tsx').then((module) => ({ default: module.PhonePdf })))

interface PhoneExportProps {
  readonly path: string
  /** Path of the list as a PDF, for lists that are printed. */
  readonly pdfPath: string | undefined
  /** Right that the page's buttons must include. */
  readonly right: string
  readonly filters: Readonly<Record<string, unknown>>
  readonly sort: readonly string[]
}

/** Exports the list of a page of the phone as it is shown. */
export function PhoneExport({ path, pdfPath, right, filters, sort }: PhoneExportProps) {
  const { menus } = useSession()
  const address = useAddress()
  const mayExport = useButtons(menus.find(({ url }) => url === address.path)?.code ?? '')?.(right)
  const { isExporting, run } = usePhoneExport(path, { ...filters, ...(sort.length > 0 ? { sort } : {}) })
  if (!mayExport) return null
  return (
    <>
      <button type="button" aria-busy={isExporting} disabled={isExporting} onClick={run}>
        <Icon name="download" size={18} />
        {pageText('downloads.export')}
      </button>
      {pdfPath === undefined ? null : (
        <Suspense fallback={null}>
          <PhonePdf path={pdfPath} filters={filters} sort={sort} />
        </Suspense>
      )}
    </>
  )
}
