import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { LinesAdvice } from '../form/form-spec.ts'
import { itemApi, itemsKey } from './item-api.ts'
import { itemText } from './item-texts.ts'
import { ItemBox } from './ItemBox.tsx'
import { ItemLists } from './ItemLists.tsx'
import './items.css'

const NONE = { total: 0, good: 0, failed: 0, done: 0 }

interface DraftItemsProps extends LinesAdvice {
  readonly definition: AnyDefinition
}

/** The items of a draft: each is judged as it comes. The draft is stored before, because they belong to it. */
export function DraftItems({ definition, draft, saved, Button, File }: DraftItemsProps) {
  const client = useQueryClient()
  const api = itemApi(definition)
  const of = { id: draft.id ?? '' }
  const key = itemsKey(definition, of)
  const { data: counts = NONE } = useQuery({
    // Another giver makes something else of the numbers.
    queryKey: [...key, 'total', draft.version],
    queryFn: ({ signal }) => api.total(of, { signal }),
    enabled: draft.id !== null,
    placeholderData: (before) => before,
    staleTime: 0,
  })
  const [isClearing, setClearing] = useState(false)
  const needs = (definition.actions['save']?.needs ?? []) as readonly string[]
  const isReady = needs.every((field) => Boolean(draft.header[field]))
  const stale = (id: string) => client.invalidateQueries({ queryKey: itemsKey(definition, { id }) })
  const add = async (text: string): Promise<string> => {
    const id = await saved()
    if (id === null) return ''
    const { added, repeated } = await api.add(id, text)
    await stale(id)
    if (added + repeated === 0) return itemText('nothing')
    return [
      ...(added > 0 ? [itemText('added', { count: added })] : []),
      ...(repeated > 0 ? [itemText('repeated', { count: repeated })] : []),
    ].join(' · ')
  }
  const change = async (call: () => Promise<unknown>): Promise<void> => {
    await call().catch(() => undefined)
    setClearing(false)
    if (draft.id !== null) await stale(draft.id)
  }
  const file = definition.items?.file
  return (
    <section className="form-section items">
      <h2>{itemText('title')}</h2>
      <ItemBox
        label={itemText('box')}
        disabled={isReady ? undefined : itemText('first')}
        add={itemText('add')}
        onText={add}
        Button={Button}
        tools={
          File && file !== undefined && draft.id !== null ? (
            <File kind={file} params={{ id: draft.id }} label={itemText('file')} hint={itemText('fileHint')} />
          ) : null
        }
      />
      {counts.total === 0 ? null : (
        <>
          <div className="items-head">
            <strong>{itemText('counts', { total: counts.total })}</strong>
            {isClearing ? (
              <span>
                {itemText('clearAll', { count: counts.total })}{' '}
                <button type="button" className="link-button" onClick={() => void change(() => api.clear(of.id))}>
                  {itemText('clear')}
                </button>
              </span>
            ) : (
              <button type="button" className="link-button" onClick={() => setClearing(true)}>
                {itemText('clear')}
              </button>
            )}
          </div>
          <ItemLists
            definition={definition}
            of={of}
            counts={counts}
            nameOf={String}
            onRemove={(number) => void change(() => api.remove(of.id, [number]))}
          />
        </>
      )}
    </section>
  )
}
