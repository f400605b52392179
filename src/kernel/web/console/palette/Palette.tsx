import { Command } from 'cmdk'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { useModal } from '#kernel/web/ui/use-modal.ts'
import { pageText } from '../client/i18n.ts'
import { keyNames } from '../shell/shortcuts/shortcuts.ts'
import { type PaletteEntry, type EntryGroup, groupsFor, type OwnGroup } from './entries.ts'
import { useEntryGroups, type Ways } from './use-entry-groups.ts'
import type { Search } from './use-found.ts'
import { paletteText } from './palette-text.ts'
import './palette.css'

interface PaletteProps extends Ways {
  /** What was typed while the box was loading. */
  readonly typedBefore: string
  readonly onClose: () => void
}

/** Searches pages, actions, and what the server finds: documents, customers, people, devices and other things. */
export function Palette({ typedBefore, onClose, ...ways }: PaletteProps) {
  const [typed, setTyped] = useState(typedBefore)
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog, onClose)
  useEffect(() => dialog.current?.querySelector('input')?.focus(), [])
  const navigate = useNavigate()
  const { groups, search } = useEntryGroups(typed, ways)
  const shown = groupsFor(typed, groups)
  const { chosen, move, follow, startOver } = useChosen(shown[0]?.entries[0]?.key ?? '')
  const choose = (entry: PaletteEntry, inNewTab: boolean): void => {
    // The address opens in another tab, so that several can be chosen.
    if (entry.address !== undefined && inNewTab) return void window.open(entry.address, '_blank', 'noopener')
    onClose()
    if (entry.address !== undefined) void navigate(entry.address)
    else entry.act?.()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (MOVES.has(event.key)) move()
    const mod = event.ctrlKey || event.metaKey
    if (mod && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      onClose()
    }
    if (mod && event.key === 'Enter') {
      event.preventDefault()
      const entry = shown.flatMap((group) => group.entries).find(({ key }) => key === chosen)
      if (entry) choose(entry, true)
    }
  }
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={pageText('palette.title')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <Command
        label={pageText('palette.title')}
        shouldFilter={false}
        loop
        vimBindings={false}
        disablePointerSelection
        value={chosen}
        onValueChange={follow}
        onKeyDown={onKeyDown}
      >
        <div className="palette-head">
          <Icon name="search" />
          <Command.Input
            value={typed}
            onValueChange={(next) => {
              setTyped(next)
              startOver()
            }}
            placeholder={paletteText('placeholder')}
          />
        </div>
        <Command.List className="palette-list" label={paletteText('results')} onPointerDown={move}>
          {shown.map((group) => (
            <Command.Group key={group.key} heading={headingOf(group)}>
              {group.entries.map((entry) => (
                <EntryItem key={entry.key} entry={entry} onChoose={choose} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
        <Outcome search={search} isEmpty={shown.length === 0} typed={typed} />
        <Hints />
      </Command>
    </dialog>
  )
}

const MOVES: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])

/** The first entry is selected, whatever arrives above it, until the person moves. */
function useChosen(first: string) {
  const [own, setOwn] = useState<string | null>(null)
  const chosen = own ?? first
  return {
    chosen,
    move: () => setOwn(chosen),
    /** The list's automatic selection when its entries change counts only once the person has moved. */
    follow: (next: string) => setOwn((now) => (now === null ? null : next)),
    startOver: () => setOwn(null),
  }
}

function headingOf({ key, label }: EntryGroup): string {
  return label ?? paletteText(`groups.${key as OwnGroup}`)
}

interface EntryItemProps {
  readonly entry: PaletteEntry
  readonly onChoose: (entry: PaletteEntry, inNewTab: boolean) => void
}

function EntryItem({ entry, onChoose }: EntryItemProps) {
  const isNewTab = useRef(false)
  return (
    <Command.Item
      value={entry.key}
      onPointerDown={(event) => {
        isNewTab.current = event.ctrlKey || event.metaKey
      }}
      onMouseDown={(event) => {
        // The middle button would start scrolling.
        if (event.button === 1) event.preventDefault()
      }}
      onAuxClick={(event) => {
        if (event.button === 1) onChoose(entry, true)
      }}
      onSelect={() => {
        const inNewTab = isNewTab.current
        isNewTab.current = false
        onChoose(entry, inNewTab)
      }}
    >
      <Icon name={entry.icon} />
      <span className="palette-entry">{entry.title}</span>
      {entry.hint ? <span className="palette-entry-hint">{entry.hint}</span> : null}
      {entry.state ? <StateMark colour={entry.state.colour} text={entry.state.text} /> : null}
    </Command.Item>
  )
}

interface OutcomeProps {
  readonly search: Search
  readonly isEmpty: boolean
  readonly typed: string
}

/** The result of the search, also for screen readers. */
function Outcome({ search, isEmpty, typed }: OutcomeProps) {
  if (search.error) {
    return (
      <div className="palette-outcome" role="alert">
        {paletteText('failed', { reason: search.error })}{' '}
        <button type="button" className="link-button" onClick={search.retry}>
          {pageText('common.retry')}
        </button>
      </div>
    )
  }
  const text = search.isSearching
    ? paletteText('searching')
    : isEmpty
      ? paletteText('none', { typed: typed.trim() })
      : ''
  return (
    <div className={text ? 'palette-outcome' : 'unseen'} role="status">
      {text}
    </div>
  )
}

function Hints() {
  const hints = [
    [['ArrowUp', 'ArrowDown'], paletteText('move')],
    [['Enter'], paletteText('open')],
    [['mod', 'Enter'], paletteText('openBeside')],
    [['Escape'], pageText('common.close')],
  ] as const
  return (
    <footer className="palette-foot" aria-hidden="true">
      {hints.map(([keys, text]) => (
        <span key={text}>
          <span className="keys">
            {keys.map((key) => (
              <kbd key={key}>{keyNames(key)[0]?.replace('Enter ', '')}</kbd>
            ))}
          </span>
          {text}
        </span>
      ))}
    </footer>
  )
}
