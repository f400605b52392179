import type { ActView, ApprovalView, StepView } from '#kernel/approval/approval-wire.ts'
import type { Language } from '#kernel/i18n/language.ts'
import { interpolate, kernelTexts } from '#kernel/i18n/texts.ts'
import type { PrintAct } from './print-model.ts'
import { zonedTime } from './zoned-time.ts'

/** The approval as it went and as it would go on: one line an act, and one for each step that nobody has acted on. */
export function recordActs(approval: ApprovalView | null, language: Language, zone: string): readonly PrintAct[] {
  if (!approval) return []
  const { submitStep, decisions } = kernelTexts(language).approval
  const act = (step: string, one: ActView) => actLine(step, one, language, zone)
  return [
    ...(approval.submitted ? [act(submitStep, approval.submitted)] : []),
    ...approval.steps.flatMap((step) =>
      step.acts.length > 0 ? step.acts.map((one) => act(step.name, one)) : waitingLine(approval, step, language),
    ),
    ...approval.events.map((one) => act(decisions[one.act], one)),
  ]
}

function actLine(step: string, act: ActView, language: Language, zone: string): PrintAct {
  const { decisions } = kernelTexts(language).approval
  const { took } = kernelTexts(language).page.approval
  const waited = act.waitedMinutes === null ? '' : interpolate(took, { time: waitedText(act.waitedMinutes, language) })
  return {
    step,
    people: act.actor ? `${act.actor.name} ${act.actor.account}` : '',
    outcome: decisions[act.act],
    at: [zonedTime(new Date(act.at), zone), waited].filter(Boolean).join('\n'),
    note: act.opinion ?? '',
  }
}

/** A step that nobody acted on: who could, and why not. One that was never reached leaves no line once all is over. */
function waitingLine(approval: ApprovalView, step: StepView, language: Language): PrintAct[] {
  if (step.status !== 'skipped' && approval.state !== 'running') return []
  const texts = kernelTexts(language)
  const skips: Readonly<Record<string, string>> = texts.approval.skip
  const isSkipped = step.status === 'skipped'
  return [
    {
      step: step.name,
      people: step.people.map((person) => person.name).join(texts.page.phone.nameSeparator),
      outcome: texts.page.approval.status[step.status],
      at: '',
      note: isSkipped ? (skips[step.skipReason ?? ''] ?? step.skipReason ?? '') : (step.rule ?? ''),
    },
  ]
}

function waitedText(minutes: number, language: Language): string {
  const { common } = kernelTexts(language).page
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  if (days > 0) return interpolate(common.days, { days, hours })
  if (hours > 0) return interpolate(common.hours, { hours, minutes: minutes % 60 })
  return interpolate(common.minutes, { minutes })
}
