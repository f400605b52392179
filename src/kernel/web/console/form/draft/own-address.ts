import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTab } from '../../shell/tabs/tab-context.ts'
import { isNewDocument } from '../../shell/tabs/tab-key.ts'

/** Names the draft in the address of a new form, whose tab keeps its key. */
export const DRAFT_NO = 'draftNo'

/** The address of a new form becomes that of its draft once it is saved: opened elsewhere it shows the draft. */
export function useOwnAddress(no: string | null): void {
  const { key } = useTab()
  const { search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (!no || !isNewDocument(key) || query.get(DRAFT_NO) === no) return
    query.set(DRAFT_NO, no)
    void navigate({ search: query.toString() }, { replace: true })
  }, [key, no, search, navigate])
}
