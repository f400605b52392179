/** The states of a record with a life, in their order; all others are only enabled or disabled. */
export const LIFE_STATES = ['draft', 'approved', 'enabled', 'disabled'] as const
export type RecordState = (typeof LIFE_STATES)[number]
const USE_STATES = ['enabled', 'disabled'] as const

/** The states that a record can be in; none where it is simply there. */
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

/** The state that a new one begins in. */
export function firstState({ life }: { readonly life?: true | undefined }): RecordState {
  return life ? 'draft' : 'enabled'
}

/** Where a record with a life keeps its state. */
export const LIFE = { column: 'state', enabled: `'enabled'`, disabled: `'disabled'` } as const

interface Worded {
  readonly wordOfState?: (state: RecordState, values: Readonly<Record<string, unknown>>, today: string) => string
}

/** The values of the record whose state is named, and the reader's day. Without them the state has its general name. */
export interface StatedOf {
  readonly values: Readonly<Record<string, unknown>>
  readonly today: string
}

/** The path of a record's own text for a state; null where it is called as of every record. */
export function stateWord({ wordOfState }: Worded, state: RecordState, of?: StatedOf): string | null {
  return wordOfState ? `states.${wordOfState(state, of?.values ?? {}, of?.today ?? '')}` : null
}
