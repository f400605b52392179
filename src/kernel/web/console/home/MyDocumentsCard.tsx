import { useQuery } from '@tanstack/react-query'
import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { get } from '../client/api.ts'
import { pageText } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import { FigureLink, HomeSection } from './HomeSection.tsx'

interface Mine {
  readonly documentType: string
  readonly typeLabel: string
  readonly total: number
  readonly url: string
  readonly states: readonly {
    readonly state: string
    readonly stateLabel: string
    readonly stateColour: StateColour
    readonly total: number
    readonly url: string
  }[]
}

/** The person's own documents by type and state; hidden for people without any. */
export function MyDocumentsCard() {
  const mine = useQuery({
    queryKey: queryKeys.home('myDocuments'),
    queryFn: () => get<readonly Mine[]>('/aps/document/mine', { handles: true }),
  })
  const types = (mine.data ?? []).filter(({ total }) => total > 0)
  if (types.length === 0 && !mine.isError) return null
  return (
    <HomeSection title={pageText('home.mine')} error={mine.error} onRetry={() => void mine.refetch()}>
      {types.map((type) => (
        <div key={type.documentType} className="figures">
          <FigureLink to={type.url} value={type.total} label={type.typeLabel} />
          {type.states.map((state) => (
            <FigureLink
              key={state.state}
              to={state.url}
              value={state.total}
              label={<StateMark colour={state.stateColour} text={state.stateLabel} />}
            />
          ))}
        </div>
      ))}
    </HomeSection>
  )
}
