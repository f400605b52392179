import { verbDialogText } from '../approval/verbs/verb-dialog-text.ts'
import { useId, useState, type KeyboardEvent, useEffect, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import {
  MOST_FOUND,
  type PersonChoice,
  type PickingFor,
  findPeople,
  latestPeople,
  nameOfAccount,
} from './people-api.ts'
import '../approval/flow.css'
import './people-picker.css'

export interface PeoplePickerProps {
  readonly label: string
  readonly picking: PickingFor
  readonly value: readonly PersonChoice[]
  readonly onChange: (people: readonly PersonChoice[]) => void
  /** Most people to pick; with one, a pick ends the search. */
  readonly most: number
  /** Only these may be picked. */
  readonly candidates?: readonly PersonChoice[] | undefined
  /** Why a person cannot be picked; null where they can. */
  readonly refusal?: ((person: PersonChoice) => string | null) | undefined
  readonly error?: string | null
  readonly inputId?: string
}

/** People picker: type-ahead over name, account, job title and organisation; before a search, recent picks. */
export function PeoplePicker(props: PeoplePickerProps) {
  const { label, picking, value, onChange, most, candidates, refusal, error } = props
  const ownId = useId()
  const id = props.inputId ?? ownId
  const [keyword, setKeyword] = useState('')
  const [active, setActive] = useState(0)
  const found = usePeople(picking, keyword, candidates)
  const options = found.people.filter((person) => !value.some((chosen) => chosen.account === person.account))
  const isFull = value.length >= most
  const pick = (person: PersonChoice | undefined): void => {
    if (!person || isFull || refusal?.(person)) return
    onChange([...value, person])
    setKeyword('')
    setActive(0)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const next = active + (event.key === 'ArrowDown' ? 1 : -1)
      setActive(Math.max(0, Math.min(options.length - 1, next)))
    }
    if (event.key === 'Enter') {
      // Enter must not submit the surrounding dialog.
      event.preventDefault()
      pick(options[active])
    }
    if (event.key === 'Backspace' && keyword === '') onChange(value.slice(0, -1))
  }
  return (
    <div className="people">
      <label className="people-label" htmlFor={id}>
        {label}
        <span className="field-star" aria-hidden="true">
          *
        </span>
      </label>
      <Chosen value={value} onChange={onChange} />
      <div className={isFull ? 'people-search unseen' : 'people-search'}>
        <Icon name="search" />
        <input
          id={id}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={!isFull}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options[active] && !isFull ? `${id}-${active}` : undefined}
          aria-required="true"
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
          placeholder={verbDialogText('picker.search')}
          value={keyword}
          readOnly={isFull}
          onChange={(event) => {
            setKeyword(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {error ? (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      ) : null}
      {isFull ? null : (
        <Offered id={id} found={found} options={options} active={active} refusal={refusal} onPick={pick} />
      )}
    </div>
  )
}

interface OfferedProps {
  readonly id: string
  readonly found: People
  readonly options: readonly PersonChoice[]
  readonly active: number
  readonly refusal: PeoplePickerProps['refusal']
  readonly onPick: (person: PersonChoice) => void
}

function Offered({ id, found, options, active, refusal, onPick }: OfferedProps) {
  return (
    <>
      <ul id={`${id}-list`} className="people-list" role="listbox" aria-label={verbDialogText('picker.found')}>
        {options.map((person, index) => (
          <Option
            key={person.account}
            id={`${id}-${index}`}
            person={person}
            isActive={index === active}
            refusal={refusal?.(person) ?? null}
            onPick={() => onPick(person)}
          />
        ))}
      </ul>
      <p className="people-note" role="status">
        {noteOf(found, options.length)}
        {found.onRetry ? (
          <button type="button" className="timeline-tool" onClick={found.onRetry}>
            {verbDialogText('picker.retry')}
          </button>
        ) : null}
      </p>
    </>
  )
}

function Chosen({ value, onChange }: Pick<PeoplePickerProps, 'value' | 'onChange'>) {
  if (value.length === 0) return null
  return (
    <ul className="people-chosen" aria-label={verbDialogText('picker.chosen')}>
      {value.map((person) => (
        <li key={person.account}>
          {person.name}
          <button
            type="button"
            aria-label={verbDialogText('picker.remove', { name: person.name })}
            onClick={() => onChange(value.filter((each) => each.account !== person.account))}
          >
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function noteOf({ isLoading, onRetry, people, unavailable }: People, shown: number): string {
  if (onRetry) return verbDialogText('picker.failed')
  if (isLoading) return people.length === 0 ? verbDialogText('picker.searching') : ''
  if (shown === 0)
    return unavailable === null
      ? verbDialogText('picker.none')
      : verbDialogText('picker.unavailable', { name: unavailable })
  return people.length >= MOST_FOUND ? verbDialogText('picker.more', { count: MOST_FOUND }) : ''
}

interface OptionProps {
  readonly id: string
  readonly person: PersonChoice
  readonly isActive: boolean
  readonly refusal: string | null
  readonly onPick: () => void
}

function Option({ id, person, isActive, refusal, onPick }: OptionProps) {
  const where = [person.jobTitle, person.organisation?.name].filter(Boolean).join(' · ')
  return (
    // The keyboard moves in the field above, by its active descendant.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={refusal !== null}
      className={isActive ? 'people-option people-active' : 'people-option'}
      // Keeps focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span className="people-name">
        {person.name} <span className="people-account">{person.account}</span>
      </span>
      {(refusal ?? where) ? <span className="people-where">{refusal ?? where}</span> : null}
    </li>
  )
}

const WAIT_MS = 250

interface People {
  readonly people: readonly PersonChoice[]
  readonly isLoading: boolean
  readonly onRetry: (() => void) | null
  /** Name of the person whose account was typed, who may not be picked here. */
  readonly unavailable: string | null
}

/** The people offered: recent picks before a search, then server results; or a fixed list. */
function usePeople(picking: PickingFor, keyword: string, candidates: readonly PersonChoice[] | undefined): People {
  const wanted = useSettled(keyword.trim())
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['people', picking.verb, picking.formInstanceId ?? '', wanted],
    queryFn: ({ signal }) => askFor(picking, wanted, signal),
    enabled: candidates === undefined,
    staleTime: 60_000,
    retry: false,
  })
  // Nobody to pick has this account: either nobody at all has it, or somebody who may not be picked.
  const isUnknown = candidates === undefined && data?.length === 0 && wanted !== ''
  const { data: unavailable = null } = useQuery({
    queryKey: ['people', 'account', wanted],
    queryFn: ({ signal }) => nameOfAccount(wanted, signal),
    enabled: isUnknown,
    staleTime: 60_000,
    retry: false,
  })
  const local = useMemo(() => candidates && matching(candidates, keyword), [candidates, keyword])
  if (local) return { people: local, isLoading: false, onRetry: null, unavailable: null }
  return {
    // While the next results are loading, non-matching people are not offered.
    people: data ?? [],
    isLoading: isFetching || wanted !== keyword.trim(),
    onRetry: isError && !isFetching ? () => void refetch() : null,
    unavailable: isUnknown ? unavailable : null,
  }
}

/** Before a search: recent picks, then the first of the address book. */
async function askFor(picking: PickingFor, keyword: string, signal: AbortSignal): Promise<readonly PersonChoice[]> {
  if (keyword !== '') return findPeople(picking, keyword, signal)
  const [latest, others] = await Promise.all([latestPeople(picking, signal), findPeople(picking, '', signal)])
  const known = new Set(latest.map(({ account }) => account))
  return [...latest, ...others.filter(({ account }) => !known.has(account))].slice(0, MOST_FOUND)
}

function matching(people: readonly PersonChoice[], keyword: string): readonly PersonChoice[] {
  const words = keyword.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const textOf = ({ account, name, jobTitle, organisation }: PersonChoice): string =>
    `${account} ${name} ${jobTitle ?? ''} ${organisation?.name ?? ''}`.toLowerCase()
  return people.filter((person) => words.every((word) => textOf(person).includes(word))).slice(0, MOST_FOUND)
}

/** A debounced text. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
