import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { ItemAddress, ItemCounts, ItemOutcome } from '#kernel/engine/definition/items.ts'
import { type CallOptions, post } from '../client/api.ts'

export interface Item {
  readonly no: number
  readonly number: string
  readonly state: ItemOutcome
  readonly reason: string | null
  readonly detail: string | null
  readonly group: string | null
}

export interface ItemPage {
  readonly records: readonly Item[]
  readonly counts: ItemCounts
}

export interface ItemGroup {
  readonly group: string
  readonly good: number
  readonly failed: number
  readonly done: number
}

interface Added {
  readonly added: number
  readonly repeated: number
  readonly counts: ItemCounts
}

/** Items that a list asks for at a time. */
export const ITEMS_A_PAGE = 50

/** The calls of the items of one document type. */
export function itemApi(definition: AnyDefinition) {
  const calls = definition.items?.calls
  if (!calls) throw new Error(`${definition.name} has no items`)
  return {
    add: (id: string, text: string, options?: CallOptions) => post<Added>(calls.add, { id, text }, options),
    remove: (id: string, numbers: readonly string[]) => post<ItemCounts>(calls.remove, { id, numbers }),
    clear: (id: string) => post<ItemCounts>(calls.clear, { id }),
    total: (of: ItemAddress, options?: CallOptions) => post<ItemCounts>(calls.total, of, options),
    groups: (of: ItemAddress, options?: CallOptions) => post<readonly ItemGroup[]>(calls.groups, of, options),
    page: (of: ItemAddress, isFailed: boolean, after: number, options?: CallOptions) =>
      post<ItemPage>(isFailed ? calls.fail : calls.success, { ...of, after, limit: ITEMS_A_PAGE }, options),
  }
}

/** The key of everything that is read of the items of a document: changes of its type make it stale. */
export const itemsKey = (definition: AnyDefinition, of: ItemAddress) => ['items', definition.name, of] as const
