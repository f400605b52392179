import type { StateColour } from '#kernel/engine/definition/definition.ts'

/** One shape for each colour, so that a state is never distinguished by colour alone. */
const SHAPES: Record<StateColour, string> = {
  grey: 'M8 13.200A5.200 5.200 0 1 0 8 2.800a5.200 5.200 0 0 0 0 10.400z',
  blue: 'M8 13.200A5.200 5.200 0 1 0 8 2.800a5.200 5.200 0 0 0 0 10.400zM8 5v3.200l2 1.300',
  green: 'M3.500 8.400l3 3 6-6.400',
  red: 'M4.300 4.300l7.400 7.400M11.700 4.300l-7.400 7.400',
  orange: 'M8 3v6M8 12.500v.01',
}

export function StateMark({ colour, text }: { readonly colour: StateColour; readonly text: string }) {
  return (
    <span className={`state state-${colour}`}>
      <svg width="14" height="14" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path d={SHAPES[colour]} />
      </svg>
      {text}
    </span>
  )
}
