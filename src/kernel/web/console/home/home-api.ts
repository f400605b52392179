import type { StateColour } from '#kernel/engine/definition/definition.ts'
import type { HomeGroup } from '#kernel/services/home/home-groups.ts'
import type { HomeCard } from '#kernel/services/home/home-wire.ts'
import { get } from '../client/api.ts'

export interface MyDocuments {
  readonly documentType: string
  readonly typeLabel: string
  readonly total: number
  readonly isMore: boolean
  readonly url: string
  readonly states: readonly {
    readonly state: string
    readonly stateLabel: string
    readonly stateColour: StateColour
    readonly total: number
    readonly isMore: boolean
    readonly url: string
  }[]
}

export const homeApi = {
  cards: (group: HomeGroup) => get<readonly HomeCard[]>('/aps/home/cards', { query: { group }, handles: true }),
  group: (group: string) => get<readonly HomeCard[]>('/aps/home/group', { query: { group }, handles: true }),
  visits: () => get<readonly { readonly path: string }[]>('/aps/home/visits', { handles: true }),
  documents: () => get<readonly MyDocuments[]>('/aps/document/mine', { handles: true }),
}
