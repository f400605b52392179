import type { ActView, ApprovalView, StepView } from '#kernel/engine/approval/approval-wire.ts'

/** The look of an entry, by its outcome. */
export type EntryLook = 'done' | 'current' | 'future' | 'skipped' | 'unreached' | 'rejected' | 'returned'

export interface TimelineAct {
  readonly act: ActView
  /** The step was returned to later: the decision is void. */
  readonly isVoided: boolean
}

export interface StepEntry {
  readonly kind: 'step'
  readonly key: string
  readonly step: StepView
  readonly look: EntryLook
  readonly acts: readonly TimelineAct[]
  /** Tasks still open; empty for a step of an ended pass. */
  readonly isOpen: boolean
  /** The first entry of its parallel group, which carries the group's label. */
  readonly beginsGroup: boolean
  /** The first one after a return, from where the route is repeated. */
  readonly isAgain: boolean
}

export interface EventEntry {
  readonly kind: 'event'
  readonly key: string
  readonly act: ActView
}

export type TimelineEntry = StepEntry | EventEntry

/**
 * The entries of a timeline in order. A return to an earlier step repeats the route from there, so a step may appear
 * twice: as decided before the return, and in its current state. Acts that belong to no step are placed by time.
 */
export function timelineEntries(view: ApprovalView): readonly TimelineEntry[] {
  const returns = returnsOf(view)
  const steps = returns.flatMap((from, pass) => passEntries(view, returns, pass, from))
  const entries: TimelineEntry[] = view.submitted
    ? [{ kind: 'event', key: view.submitted.id, act: view.submitted }, ...steps]
    : [...steps]
  for (const act of view.events) {
    const later = entries.findIndex((entry) => endOf(entry) === null || endOf(entry)! > act.at)
    entries.splice(later === -1 ? entries.length : later, 0, { kind: 'event', key: act.id, act })
  }
  return entries
}

/** Start of each pass over the route: the first at the beginning, each further one at a return to a step. */
interface Pass {
  readonly from: number
  readonly at: string
}

function returnsOf({ steps }: ApprovalView): readonly Pass[] {
  const passes: Pass[] = [{ from: 0, at: '' }]
  const returns = steps
    .flatMap((step) => step.acts)
    .filter((act) => act.act === 'return' && act.toStep !== null)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
  for (const { toStep, at } of returns) {
    const from = steps.findIndex((step) => step.name === toStep)
    if (from !== -1) passes.push({ from, at })
  }
  return passes
}

function passEntries(view: ApprovalView, passes: readonly Pass[], pass: number, { from, at }: Pass): StepEntry[] {
  const isLast = pass === passes.length - 1
  const until = passes[pass + 1]?.at ?? null
  /** Steps below this one are not repeated by a later pass: they are shown here for good. */
  const again = Math.min(...passes.slice(pass + 1).map((later) => later.from), Number.POSITIVE_INFINITY)
  return view.steps.flatMap((step, index): StepEntry[] => {
    if (index < from) return []
    const isFinal = isLast || index < again
    // The returning act belongs to the pass that it ended.
    const acts = step.acts.filter((act) => act.at > at && (until === null || act.at <= until || isFinal))
    if (!isFinal && acts.length === 0) return []
    const before = view.steps[index - 1]
    return [
      {
        kind: 'step',
        key: `${pass} ${step.key}`,
        step,
        look: lookOf(view, step, acts, isFinal),
        acts: acts.map((act) => ({ act, isVoided: act.act === 'agree' && !isFinal })),
        isOpen: isFinal && view.state === 'running' && (step.status === 'current' || step.status === 'future'),
        beginsGroup: step.group !== null && (before?.group !== step.group || index === from),
        isAgain: pass > 0 && index === from,
      },
    ]
  })
}

function lookOf(view: ApprovalView, step: StepView, acts: readonly ActView[], isFinal: boolean): EntryLook {
  const outcome = acts.findLast((act) => act.act === 'reject' || act.act === 'return' || act.act === 'agree')?.act
  if (isFinal && step.status === 'skipped') return 'skipped'
  if (!isFinal) return outcome === 'return' ? 'returned' : 'done'
  if (view.state === 'running') return step.status
  if (outcome === 'reject' && view.state === 'rejected') return 'rejected'
  if (outcome === 'return' && view.state === 'returned') return 'returned'
  const isDecided = step.status === 'done' && outcome !== undefined
  return isDecided ? 'done' : 'unreached'
}

/** When an entry ended; null while it is open. */
function endOf(entry: TimelineEntry): string | null {
  if (entry.kind === 'event') return entry.act.at
  if (entry.look === 'skipped') return ''
  if (entry.isOpen || entry.look === 'unreached') return null
  return entry.acts.at(-1)?.act.at ?? ''
}

/** Number of the submission: `7-3` is the third. */
export function roundOf(formInstanceId: string): { readonly documentId: string; readonly round: number } {
  const [documentId = '', round = '1'] = formInstanceId.split('-')
  return { documentId, round: Number(round) || 1 }
}
