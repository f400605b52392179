import type { ActView, PersonView, StepView } from '#kernel/engine/approval/approval-wire.ts'
import { kernelText } from '../client/i18n.ts'
import { durationText } from '../duration.ts'
import { flowText } from './flow-text.ts'

export function namesOf(people: readonly PersonView[]): string {
  return people.map((person) => person.name).join(flowText('separator'))
}

/** `B for A` for a substitute; acts of the clock have no name. */
export function actorText(actor: PersonView | null, principal: PersonView | null): string {
  if (!actor) return kernelText('approval.clock')
  return principal ? flowText('forPrincipal', { actor: actor.name, principal: principal.name }) : actor.name
}

/** Acts that concern people, whose names are shown. */
const ABOUT_PEOPLE = [
  'transfer',
  'delegate',
  'addBefore',
  'addAfter',
  'removeSigner',
  'circulate',
  'urge',
  'remind',
  'escalate',
  'handOver',
] as const

/** An act with the people it concerns: `Transferred to A`. */
export function actText({ act, label, people, toStep, escalatedTo = 'superior' }: ActView): string {
  if (label) return label
  if (act === 'escalate' && escalatedTo !== 'superior')
    return flowText(`escalatedTo.${people.length === 0 ? 'unheard' : escalatedTo}`, { to: namesOf(people) })
  if (act === 'return') return flowText('actsTo.return', { to: toStep ?? flowText('drafter') })
  const about = ABOUT_PEOPLE.find((name) => name === act)
  if (about && people.length > 0) return flowText(`actsTo.${about}`, { to: namesOf(people) })
  return kernelText(`approval.decisions.${act}`)
}

export function modeText({ mode, share }: Pick<StepView, 'mode' | 'share'>): string {
  return mode === 'share' ? flowText('share', { share: share ?? 0 }) : kernelText(`approval.modes.${mode}`)
}

export function usualText({ medianMinutes, p90Minutes }: NonNullable<StepView['usual']>): string {
  if (p90Minutes < 1) return flowText('usualAtOnce')
  const median = medianMinutes < 1 ? flowText('underMinute') : durationText(medianMinutes)
  return flowText('usual', { median, p90: durationText(p90Minutes) })
}
