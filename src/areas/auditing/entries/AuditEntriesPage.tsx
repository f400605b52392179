import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { post } from '#kernel/web/console/client/api.ts'
import type { ListCells } from '#kernel/web/console/list/read-list/list-columns.tsx'
import { ReadListPage } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import { listText } from '#kernel/web/console/list/read-list/read-list-api.ts'
import type { EntryView } from '../auditing-wire.ts'
import '../auditing-texts.web.ts'
import { auditEntries } from './audit.list.ts'
import { EntryDrawer } from './EntryDrawer.tsx'

/** Address parameter of the entry that is open beside the list. */
const OPEN = 'entry'

async function searchPeople(keyword: string, signal: AbortSignal) {
  const path = `${auditEntries.path}/people`
  const found = await post<readonly { account: string; name: string }[]>(path, { keyword }, { signal, handles: true })
  return found.map(({ account, name }) => ({ value: account, label: `${name} (${account})` }))
}
const SEARCHES = { actor: searchPeople, behalf: searchPeople }

/** The entries of the audit, and one of them opened. */
export default function AuditEntriesPage() {
  const [query, setQuery] = useSearchParams()
  const place = new URLSearchParams([...query].filter(([name]) => name !== OPEN)).toString()
  const addressOf = useMemo(
    () => (entry: EntryView) =>
      `/system/audit?${new URLSearchParams([...new URLSearchParams(place), [OPEN, entry.id]])}`,
    [place],
  )
  const cells = useMemo(
    (): ListCells<EntryView> => ({
      at: (entry, drawn) => (
        <Link to={addressOf(entry)} aria-label={listText('auditingPage.entry.open', { id: entry.id })}>
          {drawn}
        </Link>
      ),
    }),
    [addressOf],
  )
  const opened = query.get(OPEN)
  const close = (): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old)
      next.delete(OPEN)
      return next
    })
  return (
    <ReadListPage list={auditEntries} searches={SEARCHES} cells={cells} addressOf={addressOf}>
      {opened === null ? null : <EntryDrawer key={opened} id={opened} onClose={close} />}
    </ReadListPage>
  )
}
