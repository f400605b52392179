import { pageText } from '../client/i18n.ts'
import { notify, tellFailure } from '../client/live/notices.ts'
import { downloadPaper } from '../client/paper.ts'
import type { ListViewState } from '../list/list-view-state.ts'

/** Saves the PDF of a list as it is narrowed and sorted, and says what became of it. */
export async function saveListPdf(path: string, { filters, sort }: Pick<ListViewState, 'filters' | 'sort'>) {
  const asked = Object.entries({ ...filters, ...(sort[0] ? { sort: sort[0] } : {}) })
  const query = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))
  try {
    await downloadPaper(query.size > 0 ? `${path}?${query}` : path)
    notify('success', pageText('message.pdfSuccess'))
  } catch (error) {
    tellFailure(error)
  }
}
