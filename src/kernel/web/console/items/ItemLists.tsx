import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { ItemAddress, ItemCounts } from '#kernel/engine/definition/items.ts'
import { documentTexts } from '../client/document-texts.ts'
import { type Item, itemApi, ITEMS_A_PAGE, itemsKey } from './item-api.ts'
import { itemText } from './item-texts.ts'
import './items.css'

interface ItemListsProps {
  readonly definition: AnyDefinition
  readonly of: ItemAddress
  readonly counts: ItemCounts
  /** The name of a product. */
  readonly nameOf: (group: string) => string
  readonly onTab?: (tab: ItemTab) => void
  /** Takes a number out of a draft. */
  readonly onRemove?: (number: string) => void
}

export type ItemTab = 'good' | 'failed' | 'groups'

/** The items of a draft or a round, good and failed ones a page at a time, and by product. */
export function ItemLists({ counts, onTab, ...props }: ItemListsProps) {
  const [chosen, setChosen] = useState<ItemTab | null>(null)
  const { good, done, failed } = counts
  const tab = chosen ?? (failed > 0 && good + done === 0 ? 'failed' : 'good')
  const texts: Readonly<Record<ItemTab, string>> = {
    good: `${itemText(done > 0 ? 'done' : 'good')} ${good + done}`,
    failed: `${itemText('failed')} ${failed}`,
    groups: itemText('groups'),
  }
  return (
    <>
      <div className="items-tabs" role="tablist" aria-label={itemText('title')}>
        {(Object.keys(texts) as ItemTab[]).map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={tab === each}
            onClick={() => {
              setChosen(each)
              onTab?.(each)
            }}
          >
            {texts[each]}
          </button>
        ))}
      </div>
      {tab === 'groups' ? <Groups {...props} /> : <Items key={tab} {...props} isFailed={tab === 'failed'} />}
    </>
  )
}

function Items({
  definition,
  of,
  isFailed,
  nameOf,
  onRemove,
}: Omit<ItemListsProps, 'counts' | 'onTab'> & { readonly isFailed: boolean }) {
  const found = useInfiniteQuery({
    queryKey: [...itemsKey(definition, of), 'page', isFailed],
    queryFn: ({ pageParam, signal }) => itemApi(definition).page(of, isFailed, pageParam, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ records }) => (records.length < ITEMS_A_PAGE ? undefined : records.at(-1)?.no),
    staleTime: 0,
  })
  const texts = documentTexts(definition)
  const why = ({ reason, detail }: Item): string => {
    if (reason === null) return ''
    const text = texts.text(`reasons.${reason}`)
    return detail === null ? text : itemText('by', { reason: text, detail })
  }
  const rows = found.data?.pages.flatMap(({ records }) => records) ?? []
  return (
    <>
      {found.isSuccess && rows.length === 0 ? <p className="quiet">{itemText('none')}</p> : null}
      <ol className="items-list">
        {rows.map((item) => (
          <li key={item.number}>
            <span className="quiet">{item.no}</span>
            <span className="code">{item.number}</span>
            <span>{item.group === null ? '' : nameOf(item.group)}</span>
            <span className="items-why">
              {item.state === 'failed' ? why(item) : item.state === 'done' ? itemText('done') : ''}
            </span>
            {onRemove ? (
              <button
                type="button"
                className="link-button"
                aria-label={itemText('remove', { number: item.number })}
                onClick={() => onRemove(item.number)}
              >
                ×
              </button>
            ) : null}
          </li>
        ))}
      </ol>
      {found.hasNextPage ? (
        <button
          type="button"
          className="link-button items-more"
          disabled={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {itemText('more')}
        </button>
      ) : null}
    </>
  )
}

const GROUP_COLUMNS = ['waiting', 'done', 'failed'] as const

function Groups({ definition, of, nameOf }: Pick<ItemListsProps, 'definition' | 'of' | 'nameOf'>) {
  const { data = [] } = useQuery({
    queryKey: [...itemsKey(definition, of), 'groups'],
    queryFn: ({ signal }) => itemApi(definition).groups(of, { signal }),
    staleTime: 0,
  })
  return (
    <table className="items-groups" aria-label={itemText('groups')}>
      <thead>
        <tr>
          <th scope="col">{itemText('groups')}</th>
          {GROUP_COLUMNS.map((column) => (
            <th key={column} scope="col">
              {itemText(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.map(({ group, good, done, failed }) => (
          <tr key={group}>
            <th scope="row">{group === '' ? '/' : nameOf(group)}</th>
            <td>{good}</td>
            <td>{done}</td>
            <td>{failed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
