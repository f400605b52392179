import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { formatTime } from '#kernel/web/ui/time.ts'
import { post, type CallOptions } from '#kernel/web/console/client/api.ts'
import type { FundsListName } from '../lists/funds-list-names.ts'
import { type FundsRow, listPath } from '../lists/funds.list.ts'
import type { InvoiceView, MovementView } from '../funds-wire.ts'
import { columnText, fundsText, wordText } from '../funds-texts.web.ts'
import './funds-detail.css'

/** Lists whose rows have details. */
export type DetailOf = Extract<FundsListName, 'rebate' | 'receivable' | 'invoice'>

export function hasDetail(name: FundsListName): name is DetailOf {
  return name === 'rebate' || name === 'receivable' || name === 'invoice'
}

/** Details of a row, the same on both widths: movements of a batch or an item, or the lines of an invoice. */
export function FundsDetail({ list, row }: { readonly list: DetailOf; readonly row: FundsRow }) {
  const read = useQuery<{ moves?: readonly MovementView[]; invoice?: InvoiceView }>({
    queryKey: queryKeys.detail('funds', [list, row.id]),
    queryFn: async ({ signal }) =>
      list === 'invoice'
        ? { invoice: await fundsApi.invoice(row.id, { signal }) }
        : { moves: await fundsApi.movements(list, row.id, { signal }) },
  })
  if (read.data?.invoice) return <Invoice invoice={read.data.invoice} currency={row.currency} />
  if (read.data?.moves) return <Movements moves={read.data.moves} currency={row.currency} />
  return <p className="quiet" aria-busy={read.isPending} />
}

function Movements({ moves, currency }: { readonly moves: readonly MovementView[]; readonly currency: string }) {
  if (moves.length === 0) return <p className="quiet">{fundsText('nothing')}</p>
  return (
    <section>
      <h3>{fundsText('movements')}</h3>
      <ul className="funds-moves">
        {moves.map((move) => (
          <li key={move.id}>
            <div>
              <strong>{wordText('act', move.act)}</strong>
              <Amount value={move.amount} currency={currency} />
            </div>
            <div className="quiet">
              <span>
                <span className="code">{move.documentNo}</span>
                {move.cause ? ` · ${wordText('cause', move.cause)}` : ''}
              </span>
              <span>{formatTime(move.at)}</span>
            </div>
            {move.before !== null && move.before !== move.after ? (
              <div className="quiet">
                <span>
                  {columnText('before')} <Amount value={move.before} />
                </span>
                <span>
                  {columnText('after')} <Amount value={move.after} />
                </span>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Invoice({
  invoice: { lines, notes },
  currency,
}: {
  readonly invoice: InvoiceView
  readonly currency: string
}) {
  return (
    <>
      <section>
        <h3>{fundsText('lines')}</h3>
        <ul className="funds-moves">
          {lines.map((line) => (
            <li key={line.lineNo}>
              <div>
                <strong>
                  <span className="code">{line.sku}</span> {line.skuName}
                </strong>
                <Amount value={line.gross} currency={currency} />
              </div>
              <div className="quiet">
                <span>
                  {line.quantity} × <Amount value={line.unitPrice} />
                </span>
                <span>
                  {columnText('net')} <Amount value={line.net} />
                </span>
                <span>
                  {columnText('tax')} {line.taxRate} % <Amount value={line.tax} />
                </span>
              </div>
              <div className="quiet">
                <span>
                  {columnText('creditedQuantity')} {line.creditedQuantity}
                </span>
                <span>
                  {columnText('creditedNet')} <Amount value={line.creditedNet} />
                </span>
                {line.debitedNet === '0.00' ? null : (
                  <span>
                    {columnText('debitedNet')} <Amount value={line.debitedNet} />
                  </span>
                )}
                {line.lockedBy ? (
                  <span>
                    {columnText('lockedBy')} <span className="code">{line.lockedBy}</span>
                  </span>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      </section>
      {notes.length > 0 ? (
        <section>
          <h3>{fundsText('notes')}</h3>
          <ul className="funds-moves">
            {notes.map((note) => (
              <li key={note.no}>
                <div>
                  <strong>
                    {wordText('kind', note.kind)} <span className="code">{note.no}</span>
                  </strong>
                  <Amount value={note.gross} currency={currency} />
                </div>
                <div className="quiet">
                  <span className="code">{note.documentNo ?? '/'}</span>
                  <span>{note.issuedOn}</span>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

type Options = Pick<CallOptions, 'signal' | 'handles'>

/** The details of a row of the lists. */
const fundsApi = {
  movements: (name: 'rebate' | 'receivable', id: string, options: Options) =>
    post<readonly MovementView[]>(`${listPath(name)}/detail`, { id }, options),
  invoice: (id: string, options: Options) => post<InvoiceView>(`${listPath('invoice')}/detail`, { id }, options),
}
