import { useInfiniteQuery } from '@tanstack/react-query'
import { createContext, use, useState, type KeyboardEvent } from 'react'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type { TreeNode } from '#kernel/engine/record/routes/record-wire.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { pageText } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import { ErrorBanner } from '../Banner.tsx'
import { recordApi } from './record-api.ts'
import { stateColours } from './record-columns.tsx'
import { kitText, textsOf } from './record-texts.ts'
import './record-tree.css'

/** The tree's expanded nodes, kept while the page is hidden. */
const kept = new Map<string, ReadonlySet<string>>()

interface Tree {
  readonly record: AnyRecord
  readonly open: ReadonlySet<string>
  /** The node with keyboard focus. */
  readonly active: string | null
  readonly chosen: string | null
  readonly setOpen: (code: string, isOpen: boolean) => void
  readonly setActive: (code: string) => void
  readonly onChoose: (id: string) => void
}
const InTree = createContext<Tree | null>(null)

interface RecordTreeProps {
  readonly record: AnyRecord
  readonly label: string
  /** The record that is open beside it. */
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}

/** The records as a tree: a level is loaded when it is expanded. */
export function RecordTree({ record, label, chosen, onChoose }: RecordTreeProps) {
  const [open, setOpenSet] = useState(() => kept.get(record.name) ?? new Set<string>())
  const [active, setActive] = useState<string | null>(null)
  const setOpen = (code: string, isOpen: boolean): void => {
    const next = new Set(open)
    if (isOpen) next.add(code)
    else next.delete(code)
    kept.set(record.name, next)
    setOpenSet(next)
  }
  return (
    <InTree value={{ record, open, active, chosen, setOpen, setActive, onChoose }}>
      <ul className="record-tree" role="tree" aria-label={label} onKeyDown={(event) => walk(event, setOpen)}>
        <Level parent={null} depth={1} />
      </ul>
    </InTree>
  )
}

function Level({ parent, depth }: { readonly parent: string | null; readonly depth: number }) {
  const { record, active, setActive } = use(InTree)!
  const nodes = useInfiniteQuery({
    queryKey: queryKeys.list(record.name, ['children', parent]),
    queryFn: ({ pageParam, signal }) => recordApi(record).children(parent, pageParam, { signal, handles: true }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
  })
  const { data, error, hasNextPage } = nodes
  const shown = data?.pages.flatMap((page) => page.records) ?? []
  const indent = { paddingInlineStart: 12 + (depth - 1) * 24 }
  if (error)
    return (
      <li role="none">
        <ErrorBanner error={error} onRetry={() => void nodes.refetch()} />
      </li>
    )
  if (!data)
    return (
      <li role="none" className="quiet record-tree-wait" style={indent}>
        {pageText('common.loading')}
      </li>
    )
  if (shown.length === 0 && parent === null)
    return (
      <li role="none" className="quiet record-tree-wait">
        {kitText('none')}
      </li>
    )
  const more = `${parent ?? ''} …`
  return (
    <>
      {shown.map((node, at) => (
        <Node key={node.id} node={node} depth={depth} isFirst={active === null && parent === null && at === 0} />
      ))}
      {hasNextPage ? (
        <li
          role="treeitem"
          aria-level={depth}
          aria-selected={false}
          tabIndex={active === more ? 0 : -1}
          onFocus={(event) => {
            if (event.target === event.currentTarget) setActive(more)
          }}
          onClick={() => void nodes.fetchNextPage()}
        >
          <div className="record-tree-row record-tree-more" style={indent}>
            {kitText('moreNodes')}
          </div>
        </li>
      ) : null}
    </>
  )
}

function Node({
  node,
  depth,
  isFirst,
}: {
  readonly node: TreeNode
  readonly depth: number
  readonly isFirst: boolean
}) {
  const { record, open, active, chosen, setOpen, setActive, onChoose } = use(InTree)!
  const { id, code, name, state, hasChildren } = node
  const isOpen = hasChildren && open.has(code)
  return (
    <li
      role="treeitem"
      aria-level={depth}
      aria-selected={chosen === id}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-label={`${code} ${name}`}
      data-code={code}
      tabIndex={active === code || isFirst ? 0 : -1}
      onFocus={(event) => {
        if (event.target === event.currentTarget) setActive(code)
      }}
      onClick={(event) => {
        event.stopPropagation()
        onChoose(id)
      }}
    >
      <div className="record-tree-row" style={{ paddingInlineStart: 12 + (depth - 1) * 24 }}>
        <span
          className={hasChildren ? 'record-tree-mark' : 'record-tree-mark record-tree-leaf'}
          data-open={isOpen}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            if (hasChildren) setOpen(code, !isOpen)
          }}
        >
          {hasChildren ? <Icon name="right" size={14} /> : null}
        </span>
        <span className="record-tree-name">{name}</span>
        <span className="quiet code">{code}</span>
        {record.states && state !== 'enabled' ? (
          <StateMark
            colour={stateColours[state as keyof typeof stateColours]}
            text={textsOf(record).state(state as keyof typeof stateColours)}
          />
        ) : null}
      </div>
      {isOpen ? (
        <ul role="group">
          <Level parent={code} depth={depth + 1} />
        </ul>
      ) : null}
    </li>
  )
}

/** Arrow keys move over visible nodes; right expands or enters, left collapses or leaves. */
function walk(event: KeyboardEvent<HTMLElement>, setOpen: (code: string, isOpen: boolean) => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="treeitem"]')]
  const item = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]')
  const at = item ? items.indexOf(item) : -1
  if (!item || at < 0) return
  const { code } = item.dataset
  const expanded = item.getAttribute('aria-expanded')
  const to = (target: HTMLElement | null | undefined) => target?.focus()
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => to(items[at + 1]),
    ArrowUp: () => to(items[at - 1]),
    Home: () => to(items[0]),
    End: () => to(items.at(-1)),
    ArrowRight: () => {
      if (expanded === 'false' && code) setOpen(code, true)
      else if (expanded === 'true') to(item.querySelector<HTMLElement>('[role="treeitem"]'))
    },
    ArrowLeft: () => {
      if (expanded === 'true' && code) setOpen(code, false)
      else to(item.parentElement?.closest<HTMLElement>('[role="treeitem"]'))
    },
    Enter: () => item.click(),
    ' ': () => item.click(),
  }
  const act = keys[event.key]
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  act()
}
