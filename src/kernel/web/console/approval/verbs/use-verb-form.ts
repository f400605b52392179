import { useEffect, useState } from 'react'
import type { ApprovalView } from '#kernel/engine/approval/approval-wire.ts'
import type { AttachmentView } from '#kernel/platform/files/attachment-wire.ts'
import type { PersonChoice } from '../../people/people-api.ts'
import { type PartialApprovalDraft, NO_LESS } from '../../partial-approval/partial-approval-model.ts'
import { flowText } from '../flow-text.ts'
import { type PageVerb, VERBS } from './verb-spec.ts'

/** The content of an act's form. */
export interface Filled {
  readonly text: string
  readonly people: readonly PersonChoice[]
  /** Key of a step; null is the drafter, undefined is no choice yet. */
  readonly step: string | null | undefined
  readonly position: 'before' | 'after'
  /** Task of the signer to remove. */
  readonly signer: string | null
  readonly chosen: Readonly<Record<string, readonly PersonChoice[]>>
  /** Already uploaded. */
  readonly files: readonly AttachmentView[]
  /** The reductions. */
  readonly less: PartialApprovalDraft
}

type Choice = Omit<Filled, 'text'>

const PREFIX = 'form:'

/** Choices in an act's form survive a reload, like its text. */
export function useVerbForm(verb: PageVerb, approval: ApprovalView | null, opinion: string) {
  const name = `${PREFIX}${verb} ${approval?.formInstanceId ?? ''}`
  const [text, setText] = useState(opinion)
  const [first] = useState<Choice>(() => ({ ...blank(approval), ...keptOf(name, approval) }))
  const [filled, setFilled] = useState(first)
  useEffect(() => {
    if (filled !== first) sessionStorage.setItem(name, JSON.stringify(filled))
  }, [name, first, filled])
  const set = (part: Partial<Choice>): void => setFilled((before) => ({ ...before, ...part }))
  return {
    text,
    setText,
    filled,
    setPeople: (people: Choice['people']) => set({ people }),
    setStep: (step: Choice['step']) => set({ step }),
    setPosition: (position: Choice['position']) => set({ position }),
    setLess: (less: Choice['less']) => set({ less }),
    setSigner: (signer: Choice['signer']) => set({ signer }),
    /** Takes an updater: several uploads may end before the next render. */
    setFiles: (change: (files: Choice['files']) => Choice['files']) =>
      setFilled((before) => ({ ...before, files: change(before.files) })),
    choose: (key: string, list: readonly PersonChoice[]) =>
      setFilled((before) => ({ ...before, chosen: { ...before.chosen, [key]: list } })),
    /** Called once it was sent; the frame closes. */
    forget: () => sessionStorage.removeItem(name),
  }
}

function blank(approval: ApprovalView | null): Choice {
  return {
    people: [],
    // Without an earlier step, the drafter is the only target of a return.
    step: approval?.returnTo.length === 0 ? null : undefined,
    position: 'before',
    signer: approval?.removable.length === 1 ? (approval.removable[0]?.taskId ?? null) : null,
    chosen: {},
    files: [],
    less: NO_LESS,
  }
}

/** The stored choices from before a reload, as far as they are still valid. */
function keptOf(name: string, approval: ApprovalView | null): Partial<Choice> {
  const { people, step, position, signer, chosen, files } = stored(name)
  const isStep = step === null || approval?.returnTo.some(({ key }) => key === step)
  const steps = Object.entries(chosen ?? {}).filter(([key]) => approval?.chooses.some(({ stepKey }) => stepKey === key))
  return {
    ...(people ? { people } : {}),
    ...(step !== undefined && isStep ? { step } : {}),
    ...(position ? { position } : {}),
    ...(approval?.removable.some(({ taskId }) => taskId === signer) ? { signer: signer ?? null } : {}),
    chosen: Object.fromEntries(steps),
    ...(files ? { files } : {}),
  }
}

function stored(name: string): Partial<Choice> {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}') as Partial<Choice>
  } catch {
    return {}
  }
}

/** Missing required input by field, in order. */
export function missingOf(
  verb: PageVerb,
  approval: ApprovalView | null,
  filled: Filled,
): Readonly<Partial<Record<string, string>>> {
  const spec = VERBS[verb]
  const gaps: Record<string, string> = {}
  if (spec.asks === 'step' && filled.step === undefined) gaps['step'] = flowText('missing.step')
  if (spec.asks === 'signer' && filled.signer === null) gaps['signer'] = flowText('missing.signer')
  if (spec.people !== undefined && filled.people.length === 0) gaps['people'] = flowText('missing.people')
  const agrees = verb === 'approve' || (verb === 'addSigner' && filled.position === 'after')
  for (const { stepKey } of agrees ? (approval?.chooses ?? []) : [])
    if (!filled.chosen[stepKey]?.length) gaps[stepKey] = flowText('missing.people')
  const needed = spec.missing ?? (agrees ? 'missing.opinion' : null)
  if (needed !== null && filled.text.trim() === '') gaps['text'] = flowText(needed)
  return gaps
}
