import type { Who } from '#kernel/engine/approval/approval-route.ts'

const ROLE_PLACES = new Set(['document', 'region', 'drafter'])

/** How a step finds its people, and among whom, each as one value. */
export function whoValues(who: Who): { readonly kind: string; readonly approver: string } {
  if ('account' in who) return { kind: 'account', approver: who.account }
  if ('computed' in who) return { kind: 'computed', approver: who.computed }
  if ('head' in who) return { kind: who.head === 'document' ? 'headDocument' : 'headDrafter', approver: '' }
  if ('chosenBy' in who)
    return { kind: who.chosenBy === 'drafter' ? 'chosenDrafter' : 'chosenPrevious', approver: who.role ?? '' }
  const place = who.of ?? 'document'
  return { kind: ROLE_PLACES.has(place) ? place : `place:${place}`, approver: who.role }
}

/** A recipient of copies as one value: a role, with where it is held unless that is the document's organisation; an account. */
export function tokenOf(who: Who): string {
  if ('account' in who) return who.account
  if ('computed' in who) return who.computed
  if ('head' in who) return `head@${who.head}`
  if ('chosenBy' in who) return who.role ?? ''
  return who.of === undefined || who.of === 'document' ? who.role : `${who.role}@${who.of}`
}
