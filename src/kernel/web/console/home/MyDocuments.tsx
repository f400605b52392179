import { useQuery } from '@tanstack/react-query'
import { ScrollAside } from '#kernel/web/ui/ScrollAside.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { pageText } from '../client/i18n.ts'
import { totalText } from '../client/paging.ts'
import { queryKeys } from '../client/query-keys.ts'
import { homeApi, type MyDocuments as Counted } from './home-api.ts'
import type { HomeDevice } from './HomeCards.tsx'
import { HomeSection } from './HomeSection.tsx'

const number = ({ total, isMore }: Pick<Counted, 'total' | 'isMore'>) => totalText(total, isMore)

/** The states of all types side by side, in the order of their lives. */
function columnsOf(types: readonly Counted[]): readonly { readonly state: string; readonly label: string }[] {
  const labels = new Map<string, string>()
  for (const { states } of types)
    for (const { state, stateLabel } of states) if (!labels.has(state)) labels.set(state, stateLabel)
  return [...labels].map(([state, label]) => ({ state, label }))
}

/** The person's own documents by type and state; hidden for people without any. */
export function MyDocuments({ device }: { readonly device: HomeDevice }) {
  const mine = useQuery({ queryKey: queryKeys.home('myDocuments'), queryFn: homeApi.documents })
  const types = (mine.data ?? []).filter(({ total }) => total > 0)
  if (types.length === 0 && !mine.isError) return null
  return (
    <HomeSection title={pageText('home.mine')} device={device} error={mine.error} onRetry={() => void mine.refetch()}>
      {device.isPhone ? <Lists types={types} device={device} /> : <Table types={types} device={device} />}
    </HomeSection>
  )
}

interface Shown {
  readonly types: readonly Counted[]
  readonly device: HomeDevice
}

/** On a desk a table: the numbers of a state stand below each other. */
function Table({ types, device: { Link } }: Shown) {
  const columns = columnsOf(types)
  return (
    <ScrollAside className="my-documents-box" label={pageText('home.mine')}>
      <table className="my-documents">
        <thead>
          <tr>
            <td />
            <th scope="col">{pageText('home.all')}</th>
            {columns.map(({ state, label }) => (
              <th key={state} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <tr key={type.documentType}>
              <th scope="row">{type.typeLabel}</th>
              <td>
                <Link to={type.url}>{number(type)}</Link>
              </td>
              {columns.map(({ state }) => {
                const of = type.states.find((each) => each.state === state)
                return <td key={state}>{of ? <Link to={of.url}>{number(of)}</Link> : null}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollAside>
  )
}

/** On a phone a block for each type: each number stands beside its state. */
function Lists({ types, device: { Link } }: Shown) {
  return types.map((type) => (
    <div key={type.documentType} className="my-documents-type">
      <Link to={type.url} className="my-documents-head">
        <strong>{type.typeLabel}</strong>
        <b>{number(type)}</b>
      </Link>
      {type.states.map((state) => (
        <Link key={state.state} to={state.url}>
          <StateMark colour={state.stateColour} text={state.stateLabel} />
          <span>{number(state)}</span>
        </Link>
      ))}
    </div>
  ))
}
