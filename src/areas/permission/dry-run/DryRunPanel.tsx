import { useQuery } from '@tanstack/react-query'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import type { ConflictView, Named, PersonChange, PermissionDryRun, StandingChange } from '../permission-wire.ts'
import { Loading } from '../Loading.tsx'
import { permissionApi, permissionKeys } from '../permission-api.web.ts'
import { label } from '../permission-texts.web.ts'
import '../permission.css'

const names = (some: readonly Named[]): string => some.map(({ name }) => name).join(', ')

export interface DryRunPanelProps {
  readonly path: string
  readonly of: string
  /** Version of the draft: each has a dry run of its own. */
  readonly version: number
}

/** The rights that people gain and lose by the current draft. */
export function DryRunPanel({ path, of, version }: DryRunPanelProps) {
  const { data, error, refetch } = useQuery({
    queryKey: permissionKeys.dryRun(path, of, version),
    queryFn: ({ signal }) => permissionApi.performDryRun(path, of, { signal, handles: true }),
    retry: false,
    placeholderData: (before) => before,
  })
  return (
    <section className="permission-dry-run" aria-live="polite">
      <h2>{label('draft.performDryRun')}</h2>
      {data ? (
        <Outcome dryRun={data} />
      ) : error ? (
        <Loading error={error} hasData={false} onRetry={() => void refetch()} />
      ) : (
        <p className="quiet">{label('draft.rehearsing')}</p>
      )}
    </section>
  )
}

function Outcome({ dryRun: { total, people, places, conflicts } }: { readonly dryRun: PermissionDryRun }) {
  return (
    <>
      {conflicts.length > 0 ? <Conflicts conflicts={conflicts} /> : null}
      {total === 0 ? <p className="quiet">{label('draft.nobody')}</p> : null}
      {total > 0 ? (
        <>
          <p>
            {total > people.length
              ? label('draft.shown', { shown: people.length, count: total })
              : label('draft.total', { count: total })}
          </p>
          <h3>{label('draft.byPlace')}</h3>
          <PlaceTable places={places} />
          <h3>{label('draft.byPerson')}</h3>
          <ul className="permission-people">
            {people.map((person) => (
              <li key={person.account}>
                <Person person={person} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  )
}

function Conflicts({ conflicts }: { readonly conflicts: readonly ConflictView[] }) {
  return (
    <>
      <h3>{label('draft.conflicts')}</h3>
      <ul className="permission-conflicts">
        {conflicts.map(({ segregationRule, account, name, place, first, second, roles, isNew }) => (
          <li key={`${segregationRule.code} ${account} ${place?.code}`} data-new={isNew}>
            <strong>
              {label(isNew ? 'draft.conflict' : 'draft.conflictOld', {
                name,
                segregationRule: segregationRule.name,
                place: place?.name ?? '',
              })}
            </strong>
            <span className="quiet">
              {label('draft.sides', { first: names(first), second: names(second) })} ·{' '}
              {label('draft.byRoles', { roles: names(roles) })}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function PlaceTable({ places }: { readonly places: PermissionDryRun['places'] }) {
  return (
    <div className="permission-scroll">
      <table className="permission-table">
        <thead>
          <tr>
            {(['place', 'gaining', 'losing', 'rightsGained', 'rightsLost'] as const).map((key) => (
              <th key={key} scope="col">
                {label(`draft.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map(({ place, gaining, losing, rightsGained, rightsLost }) => (
            <tr key={place.code}>
              <th scope="row">{place.name}</th>
              <td>{gaining}</td>
              <td>{losing}</td>
              <td>{names(rightsGained) || '/'}</td>
              <td>{names(rightsLost) || '/'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Person({ person }: { readonly person: PersonChange }) {
  const { account, name, changes, pagesGained, pagesLost } = person
  return (
    <>
      <strong>{name}</strong> <code className="permission-code">{account}</code>
      <ul className="permission-changes">
        {changes.map((change) => (
          <li key={`${change.kind} ${change.right.code} ${change.place.code}`} data-kind={change.kind}>
            <Icon name={change.kind === 'gains' ? 'plus' : 'minus'} size={12} />
            <span>{changeText(change)}</span>
          </li>
        ))}
      </ul>
      {pagesGained.length > 0 ? (
        <p className="quiet">{label('draft.pagesGained', { pages: names(pagesGained) })}</p>
      ) : null}
      {pagesLost.length > 0 ? <p className="quiet">{label('draft.pagesLost', { pages: names(pagesLost) })}</p> : null}
    </>
  )
}

function changeText({ kind, right, place, except }: StandingChange): string {
  const text = `${label(`draft.${kind}`)} ${right.name} @ ${place.name}`
  return except.length > 0 ? `${text} (${label('draft.except', { places: names(except) })})` : text
}
