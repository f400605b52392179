import type { BelowFloorTexts } from './below-floor.en.ts'

/** Texts of the warning about prices below their floor, in Chinese; loaded with it alone. */
export const belowFloor: BelowFloorTexts = {
  of: '{lines} 行中有 {count} 行低于毛利底线；最低毛利率 {margin}%，底线 {floor}%：{product}。',
}
