import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import type { ListCells } from '#kernel/web/console/list/read-list/list-columns.tsx'
import { ReadListPage } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { FundsDetail, hasDetail } from '../account/FundsDetail.tsx'
import { behindAddress } from '../funds-addresses.web.ts'
import { columnText, fundsText } from '../funds-texts.web.ts'
import { STATEMENT } from '../statement/statement.ts'
import type { FundsListName } from './funds-list-names.ts'
import { FUNDS_LISTS, type FundsList, type FundsRow } from './funds.list.ts'

const StatementDialog = lazy(() =>
  import('../statement/StatementDialog.tsx').then((module) => ({ default: module.StatementDialog })),
)

/** One of the lists of customer funds, on the desktop. */
export function FundsListPage({ name }: { readonly name: FundsListName }) {
  const list = FUNDS_LISTS[name]
  const [opened, setOpened] = useState<FundsRow | null>(null)
  // The list's own buttons, which its export asks for too: one call.
  const mayState = useButtons(`funds_${name}`)?.(STATEMENT.right) ?? false
  const cells = useMemo(() => cellsOf(list, setOpened, mayState), [list, mayState])
  return (
    <ReadListPage
      list={list}
      cells={cells}
      before={name === 'account' && mayState ? <p className="quiet">{fundsText('statementHint')}</p> : null}
    >
      {opened && hasDetail(name) ? (
        <Dialog
          shape="drawer"
          width={560}
          title={`${String(opened['no'] ?? opened['sourceNo'])} · ${String(opened['customerName'])}`}
          closeLabel={pageText('common.close')}
          onClose={() => setOpened(null)}
        >
          <FundsDetail list={name} row={opened} />
        </Dialog>
      ) : null}
      {opened && name === 'account' ? (
        <Suspense fallback={null}>
          <StatementDialog row={opened} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
    </ReadListPage>
  )
}

/** The first column opens what stands behind a row, or the statement of an account; amounts of the accounts lead to what they are made of. */
function cellsOf(list: FundsList, open: (row: FundsRow) => void, mayState: boolean): ListCells<FundsRow> {
  const [first] = list.columns
  const opening: ListCells<FundsRow> =
    first && (hasDetail(list.of) || (list.of === 'account' && mayState))
      ? {
          [first.key]: (row) => (
            <button type="button" className="link-button code" onClick={() => open(row)}>
              {String(row[first.key])}
            </button>
          ),
        }
      : {}
  if (list.of !== 'account') return opening
  const amounts: ListCells<FundsRow> = Object.fromEntries(
    list.columns
      .filter(({ kind }) => kind === 'amount')
      .map(({ key }) => [
        key,
        (row, drawn) => {
          const behind = behindAddress(row, key, 'pc')
          const label = `${columnText(key)} ${String(row['customerCode'])} ${String(row[key])}`
          return behind ? (
            <Link to={behind} aria-label={label}>
              {drawn}
            </Link>
          ) : (
            drawn
          )
        },
      ]),
  )
  return { ...opening, ...amounts }
}
