/** Texts of the warning about prices below their floor, in English; loaded with it alone. */
export const belowFloor = {
  of: '{count} of {lines} lines are below the floor of the margin. The lowest is {margin} % with a floor of {floor} %: {product}.',
}

export type BelowFloorTexts = typeof belowFloor
