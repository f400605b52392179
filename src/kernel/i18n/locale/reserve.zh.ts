import type { ReserveState } from '#kernel/reserve/reserve-states.ts'

/** The spec's words for reserves that another system confirms (section 4), in Chinese. */
export const reserveStates = {
  occupying: '占用中',
  occupied: '已占用',
  failToOccupy: '占用失败',
  releasing: '释放中',
  released: '已释放',
  failToRelease: '释放失败',
  none: '未占用',
} satisfies Record<ReserveState, string>
