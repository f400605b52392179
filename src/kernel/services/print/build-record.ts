import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import type { ActView, ApprovalView, CopyView, PersonView, StepView } from '#kernel/engine/approval/approval-wire.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { flow as en, type FlowTexts } from '#kernel/base/i18n/locale/flow.en.ts'
import { flow as zh } from '#kernel/base/i18n/locale/flow.zh.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { kernelTexts } from '#kernel/base/i18n/texts.ts'
import type { PrintAct } from './print-model.ts'
import { zonedTime } from '#kernel/base/clock/zoned-time.ts'

const flowTexts = overridableTexts<FlowTexts>('flow', { en, zh })

interface Writer {
  readonly language: Language
  readonly zone: string
  readonly flow: FlowTexts
}

/**
 * The approval's past and future: every act in order, then undecided steps, then the people with copies. Of a document without one, what was
 * done to it.
 */
export function recordActs(
  { approval, history }: { readonly approval: ApprovalView | null; readonly history: readonly ActView[] | null },
  language: Language,
  zone: string,
): readonly PrintAct[] {
  const writer: Writer = { language, zone, flow: flowTexts[language] }
  if (!approval) return (history ?? []).map((act) => actLine(writer, '', act))
  const { submitStep } = kernelTexts(language).approval
  const done = [
    ...(approval.submitted ? [{ step: submitStep, act: approval.submitted }] : []),
    ...approval.steps.flatMap((step) => step.acts.map((act) => ({ step: step.name, act }))),
    ...approval.events.map((act) => ({ step: '', act })),
  ]
  return [
    ...done
      .toSorted((a, b) => (a.act.at < b.act.at ? -1 : a.act.at > b.act.at ? 1 : 0))
      .map(({ step, act }) => actLine(writer, step, act)),
    ...approval.steps.flatMap((step) => waitingLine(writer, approval, step)),
    ...approval.copies.map((copy) => copyLine(writer, copy)),
  ]
}

function actLine({ language, zone, flow }: Writer, step: string, act: ActView): PrintAct {
  const { took } = kernelTexts(language).page.approval
  const waited = act.waitedMinutes === null ? '' : interpolate(took, { time: waitedText(act.waitedMinutes, language) })
  const about = act.act === 'return' ? (act.toStep ?? flow.drafter) : named(flow, act.people)
  const files = act.files.map((file) => file.name).join(flow.separator)
  return {
    step,
    people: actorOf(language, flow, act.actor, act.principal),
    outcome: act.label ?? kernelTexts(language).approval.decisions[act.act],
    at: [zonedTime(new Date(act.at), zone), waited].filter(Boolean).join('\n'),
    note: [about && interpolate(flow.record.about, { to: about }), act.opinion, files && `${flow.files}: ${files}`]
      .filter(Boolean)
      .join('\n'),
  }
}

/** An undecided step: who could decide, or why it was skipped. One never reached leaves no line once the approval has ended. */
function waitingLine({ language, flow }: Writer, approval: ApprovalView, step: StepView): PrintAct[] {
  if (step.status === 'done' || (step.status !== 'skipped' && approval.state !== 'running')) return []
  const texts = kernelTexts(language)
  const isSkipped = step.status === 'skipped'
  const holders = step.tasks.map((task) => actorOf(language, flow, task.holder, task.principal)).join('\n')
  return [
    {
      step: step.name,
      people: isSkipped ? '' : holders || named(flow, step.people),
      outcome: flow.status[step.status],
      at: '',
      note: isSkipped && step.skipReason ? texts.approval.skip[step.skipReason] : '',
    },
  ]
}

function copyLine({ zone, flow }: Writer, { reader, sender, message, readAt }: CopyView): PrintAct {
  return {
    step: flow.copies,
    people: named(flow, [reader]),
    outcome: readAt ? flow.record.read : flow.unread,
    at: readAt ? zonedTime(new Date(readAt), zone) : '',
    note: [sender && interpolate(flow.copiedBy, { name: sender.name }), message].filter(Boolean).join('\n'),
  }
}

/** Names with accounts: on paper nothing else distinguishes two people of the same name. */
function named(flow: FlowTexts, people: readonly PersonView[]): string {
  return people.map(({ name, account }) => `${name} ${account}`).join(flow.separator)
}

function actorOf(language: Language, flow: FlowTexts, actor: PersonView | null, principal: PersonView | null): string {
  if (!actor) return kernelTexts(language).approval.clock
  const self = named(flow, [actor])
  return principal ? interpolate(flow.forPrincipal, { actor: self, principal: named(flow, [principal]) }) : self
}

function waitedText(minutes: number, language: Language): string {
  const { common } = kernelTexts(language).page
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  if (days > 0) return interpolate(common.days, { days, hours })
  if (hours > 0) return interpolate(common.hours, { hours, minutes: minutes % 60 })
  return interpolate(common.minutes, { minutes })
}
