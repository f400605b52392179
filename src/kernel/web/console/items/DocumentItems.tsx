import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { nameOf } from '#kernel/engine/definition/view.ts'
import type { SectionProps } from '../document/page-spec.ts'
import { itemApi, itemsKey } from './item-api.ts'
import { itemText } from './item-texts.ts'
import { ItemLists, type ItemTab } from './ItemLists.tsx'
import './items.css'

const WORKING_MS = 2_000

interface DocumentItemsProps extends SectionProps {
  readonly definition: AnyDefinition
}

/** The items of a submitted document, while and after they are worked off. */
export function DocumentItems({ definition, detail: { document, names }, Export }: DocumentItemsProps) {
  const formInstanceId = document.formInstanceId
  const of = { formInstanceId: formInstanceId ?? '' }
  const isWorking = document.state === 'processing'
  const client = useQueryClient()
  const [tab, setTab] = useState<ItemTab>('good')
  const { data: counts, dataUpdatedAt } = useQuery({
    queryKey: [...itemsKey(definition, of), 'total', document.version],
    queryFn: ({ signal }) => itemApi(definition).total(of, { signal }),
    enabled: formInstanceId !== null,
    // While a worker has them, they become fewer.
    refetchInterval: isWorking ? WORKING_MS : false,
    staleTime: 0,
  })
  const isOver = isWorking && counts?.good === 0
  // The document says by then what became of it.
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: ['detail', definition.name] })
  }, [isOver, dataUpdatedAt, client, definition])
  if (formInstanceId === null || counts === undefined) return null
  const { good, done, total } = counts
  const field = Object.values(definition.lines).find(({ refersTo }) => refersTo?.names !== undefined)
  const right = definition.viewRight.replace(/\.view$/, '.export')
  const { export: all, failExport } = definition.items!.calls
  return (
    <section className="form-section items">
      <h2>{itemText('title')}</h2>
      <div className="items-head">
        <strong>{itemText('counts', { total })}</strong>
        {isWorking ? (
          <span className="items-progress">
            {itemText('working')}
            <progress max={good + done} value={done} aria-label={itemText('working')} />
          </span>
        ) : null}
        {Export ? (
          <span className="items-files">
            <Export path={tab === 'failed' ? failExport : all} right={right} filters={of} />
          </span>
        ) : null}
      </div>
      <ItemLists
        definition={definition}
        of={of}
        counts={counts}
        onTab={setTab}
        nameOf={(code) => (field && nameOf(field, names, code)) ?? code}
      />
    </section>
  )
}
