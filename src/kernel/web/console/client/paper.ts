import { fetchFile, saveFile } from './api.ts'

export type PaperSections = 'content' | 'record' | 'both'

export interface PaperOf {
  readonly documentType: string
  readonly documentId: string
  readonly formInstanceId: string | null
}

/** A paper from the server, the same for file, printer and phone: a document, or the address of a page's own PDF. */
function fetchPaper(of: PaperOf | string, sections: PaperSections) {
  if (typeof of === 'string') return fetchFile(of, { handles: true })
  const address: Record<string, string> = of.formInstanceId
    ? { formInstanceId: of.formInstanceId }
    : { id: of.documentId }
  const query = new URLSearchParams({ ...address, sections })
  return fetchFile(`/aps/document/${of.documentType}/pdf?${query}`, { handles: true })
}

export async function downloadPaper(of: PaperOf | string, sections: PaperSections = 'both'): Promise<void> {
  saveFile(await fetchPaper(of, sections))
}

/**
 * Prints the PDF rather than the page: all lines, repeated heads, page numbers, whatever part the page shows. Where the
 * browser has no viewer to print from, the PDF is opened instead.
 */
export async function printPaper(of: PaperOf | string, sections: PaperSections): Promise<void> {
  const { blob } = await fetchPaper(of, sections)
  const address = URL.createObjectURL(blob)
  if (navigator.pdfViewerEnabled) await printInFrame(address)
  else window.open(address, '_blank')
}

const FRAME = 'print-frame'

/** The frame stays until the next print: the print dialog reads from it, and no event tells when it is done. */
function printInFrame(address: string): Promise<void> {
  document.querySelector(`.${FRAME}`)?.remove()
  const frame = document.createElement('iframe')
  frame.className = FRAME
  frame.ariaHidden = 'true'
  frame.tabIndex = -1
  // Not `display: none`, which some browsers print as an empty page.
  frame.style.cssText = 'position:fixed;inset:auto 0 0 auto;width:1px;height:1px;border:0;opacity:0'
  return new Promise((resolve, reject) => {
    frame.addEventListener('load', () => {
      try {
        frame.contentWindow?.focus()
        frame.contentWindow?.print()
        resolve()
      } catch (cause) {
        reject(cause as Error)
      }
    })
    frame.src = address
    document.body.append(frame)
  })
}
