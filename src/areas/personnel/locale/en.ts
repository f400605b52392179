import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { TextShape } from '#kernel/base/i18n/text-shape.ts'
import type { personnelErrors } from '../personnel.errors.ts'

const errors = {
  resignsTooEarly: 'Resignation date must be later than employment date',
  resigned: 'Resigned on {day}: nobody is enabled after that',
  assignedOutside: 'Assigned to {store} from {from}: change or delete that assignment first',
  endsBeforeBegin: 'The last day is not before the first',
  overlaps: 'One store at a time: assigned to {store} from {from} to {to}',
  notEmployed: 'Employed from {from} to {to}: the assignment lies within',
} satisfies ErrorTexts<typeof personnelErrors>

/** Texts of the personnel area in English; Chinese satisfies the same shape. */
export const en = {
  label: 'Personnel',
  errors,
  menu: { group: 'Personnel' },
}

export type PersonnelTexts = TextShape<typeof en>
