import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../client/api.ts'
import { pageText, type TextKey } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'
import { downloadPaper, type PaperSections, printPaper } from '../client/paper.ts'
import { copyText, makeShareLink, openChat, pageAddress, shareTemplate } from '../client/share.ts'
import type { page } from '#kernel/base/i18n/locale/page.en.ts'

/** The displayed document, for its tools. */
export interface ToolsOf {
  /** Title with subject. */
  readonly title: string
  readonly no: string
  readonly documentType: string
  readonly documentId: string
  /** Null until it was submitted: before that it cannot be shared. */
  readonly formInstanceId: string | null
  readonly mobilePath: string
}

type ToolText = TextKey<(typeof page)['print']>
type Tool = 'pdf' | 'print' | 'copy' | 'share'

/** Runs the tools of a page one at a time. Each reports its result; repeats while it runs are ignored. */
export function useTools() {
  const running = useRef<Tool | null>(null)
  const [busy, setBusy] = useState<Tool | null>(null)
  const run = async (tool: Tool, work: () => Promise<void>, texts: { done?: ToolText; failed: ToolText }) => {
    if (running.current) return
    running.current = tool
    setBusy(tool)
    try {
      await work()
      if (texts.done) notify('success', pageText(`print.${texts.done}`))
    } catch (cause) {
      tellFailure(pageText(`print.${texts.failed}`), cause)
    } finally {
      running.current = null
      setBusy(null)
    }
  }
  return { busy, run }
}

/** Tools of a document besides decisions. */
export function useDocumentTools(of: ToolsOf) {
  const { title, no, formInstanceId, mobilePath } = of
  const { busy, run } = useTools()
  const { data: template = null, isPending } = useQuery({ ...shareTemplate, enabled: formInstanceId !== null })
  const shared = formInstanceId === null ? null : { title: `${title} ${no}`, formInstanceId, mobilePath }
  return {
    busy,
    /** Null where it cannot be shared: not submitted, or no chat is configured. */
    share:
      template === null || shared === null
        ? null
        : () =>
            run('share', async () => openChat(template, shared, await makeShareLink(shared)), {
              failed: 'shareFailed',
            }),
    /** The device's own sharing, where available and no chat is configured. */
    shareOnDevice:
      shared === null || template !== null || isPending || typeof navigator.share !== 'function'
        ? null
        : () =>
            run('share', async () => shareByDevice({ title: shared.title, url: await makeShareLink(shared) }), {
              failed: 'shareFailed',
            }),
    pdf: () => run('pdf', () => downloadPaper(of), { done: 'pdfDone', failed: 'pdfFailed' }),
    print: (sections: PaperSections) => run('print', () => printPaper(of, sections), { failed: 'printFailed' }),
    copyLink: () => run('copy', () => copyText(pageAddress()), { done: 'copyDone', failed: 'copyFailed' }),
  }
}

/** Cancelling the device's sheet is no failure. */
async function shareByDevice(data: ShareData): Promise<void> {
  try {
    await navigator.share(data)
  } catch (cause) {
    if (!(cause instanceof DOMException) || cause.name !== 'AbortError') throw cause
  }
}

/** Says which tool failed, with the server's reason. An ended session shows no message (spec section 8). */
function tellFailure(text: string, cause: unknown): void {
  if (!(cause instanceof ApiError)) return notify('error', text)
  if (cause.status === 401) return
  notify('error', text, cause.requestId, cause.message ? { detail: cause.message } : {})
}
