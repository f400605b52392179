import { useState } from 'react'
import type { ApprovalView, AttachmentView } from '#kernel/approval/approval-wire.ts'
import type { PersonChoice } from '../people/people-api.ts'
import { flowText } from './flow-text.ts'
import { type PageVerb, VERBS } from './verb-spec.ts'

/** What stands in the form of an act. */
export interface Filled {
  readonly text: string
  readonly people: readonly PersonChoice[]
  /** Key of a step; null is the drafter, undefined is not chosen. */
  readonly step: string | null | undefined
  readonly position: 'before' | 'after'
  /** Task of the signer to be taken back. */
  readonly signer: string | null
  readonly chosen: Readonly<Record<string, readonly PersonChoice[]>>
  /** Uploaded already. */
  readonly files: readonly AttachmentView[]
}

const NOBODY: readonly PersonChoice[] = []
const NOTHING: readonly AttachmentView[] = []

export function useVerbForm(approval: ApprovalView | null, opinion: string) {
  const [text, setText] = useState(opinion)
  const [people, setPeople] = useState(NOBODY)
  const [step, setStep] = useState<string | null | undefined>(
    // Where there is nothing before this step, the drafter is the only place to return to.
    approval?.returnTo.length === 0 ? null : undefined,
  )
  const [position, setPosition] = useState<'before' | 'after'>('before')
  const [signer, setSigner] = useState<string | null>(
    approval?.removable.length === 1 ? (approval.removable[0]?.taskId ?? null) : null,
  )
  const [chosen, setChosen] = useState<Filled['chosen']>({})
  const [files, setFiles] = useState(NOTHING)
  return {
    text,
    setText,
    setPeople,
    setStep,
    setPosition,
    setSigner,
    setFiles,
    choose: (key: string, list: readonly PersonChoice[]) => setChosen((before) => ({ ...before, [key]: list })),
    filled: { people, step, position, signer, chosen, files },
  }
}

/** What is asked for and not there yet, by the field that asks, in their order. */
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
