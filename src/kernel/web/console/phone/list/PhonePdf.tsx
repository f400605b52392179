import { useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { exportingText } from '../../downloads/exporting-text.ts'
import { saveListPdf } from '../../downloads/save-list-pdf.ts'
import type { ListViewState } from '../../list/list-view-state.ts'

interface PhonePdfProps extends Pick<ListViewState, 'filters' | 'sort'> {
  readonly path: string
}

/** Saves the PDF of a list as the cards show it. A second touch while it is made does nothing. */
export function PhonePdf({ path, filters, sort }: PhonePdfProps) {
  const [isMaking, setMaking] = useState(false)
  const save = async (): Promise<void> => {
    setMaking(true)
    await saveListPdf(path, { filters, sort })
    setMaking(false)
  }
  return (
    <button type="button" aria-busy={isMaking} disabled={isMaking} onClick={() => void save()}>
      <Icon name="file" size={18} />
      {exportingText('pdf')}
    </button>
  )
}
