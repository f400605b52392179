import { splitMinutes } from '#kernel/web/ui/time.ts'
import { pageText } from './client/i18n.ts'

/** `2 d 5 h`, `3 h 20 min`, `12 min`. */
export function durationText(minutes: number): string {
  const parts = splitMinutes(minutes)
  if (parts.days > 0) return pageText('common.days', { days: parts.days, hours: parts.hours })
  if (parts.hours > 0) return pageText('common.hours', { hours: parts.hours, minutes: parts.minutes })
  return pageText('common.minutes', { minutes: parts.minutes })
}
