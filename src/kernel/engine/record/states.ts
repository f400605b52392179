/** The states of a record with a life cycle, in order; other records are only enabled or disabled. */
export const LIFE_STATES = ['draft', 'approved', 'enabled', 'disabled'] as const
export type RecordState = (typeof LIFE_STATES)[number]
const USE_STATES = ['enabled', 'disabled'] as const

/** The possible states of a record; none where it has no states. */
export function statesOf({
  life,
  states,
}: {
  readonly life?: true | undefined
  readonly states?: object | undefined
}): readonly RecordState[] {
  if (life) return LIFE_STATES
  return states ? USE_STATES : []
}

/** The initial state of a new record. */
export function firstState({ life }: { readonly life?: true | undefined }): RecordState {
  return life ? 'draft' : 'enabled'
}

/** Column and values of the state of a record with a life cycle. */
export const LIFE = { column: 'state', enabled: `'enabled'`, disabled: `'disabled'` } as const

interface Worded {
  readonly wordOfState?: (state: RecordState, values: Readonly<Record<string, unknown>>, today: string) => string
}

/** Values of the record, and the reader's day, for a specific state name; otherwise the general name is used. */
export interface StatedOf {
  readonly values: Readonly<Record<string, unknown>>
  readonly today: string
}

/** Path of a record's own text for a state; null where the general one applies. */
export function stateWord({ wordOfState }: Worded, state: RecordState, of?: StatedOf): string | null {
  return wordOfState ? `states.${wordOfState(state, of?.values ?? {}, of?.today ?? '')}` : null
}
