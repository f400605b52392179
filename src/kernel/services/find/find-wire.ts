import { type Static, Type } from 'typebox'

const state = Type.Object({ label: Type.String(), colour: Type.String() })

/** One thing that was found. */
export const found = Type.Object({
  /** Its number or code. */
  key: Type.String(),
  title: Type.String(),
  /** What tells it from others of the same name; empty: nothing. */
  hint: Type.String(),
  state: Type.Union([state, Type.Null()]),
  url: Type.String(),
  mobileUrl: Type.String(),
})

/** Things of one kind. */
export const foundGroup = Type.Object({
  kind: Type.String(),
  label: Type.String(),
  icon: Type.String(),
  found: Type.Array(found),
})

export type Found = Static<typeof found>
export type FoundGroup = Static<typeof foundGroup>
