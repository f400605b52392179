import { useEffect, useState } from 'react'
import type { RoutePreview } from '#kernel/engine/approval/approval-wire.ts'
import { post } from '../client/api.ts'
import type { PersonChoice } from '../people/people-api.ts'
import { type FormDraft, inputOf, isStorable } from './draft/draft.ts'
import type { FormSpec } from './form-spec.ts'
import type { CheckAnswer } from './use-check.ts'

/** People chosen by the drafter, by the step's key. */
export type ChosenPeople = Readonly<Record<string, readonly PersonChoice[]>>

export interface FormRoute {
  /** For the last content that passed the check; null before. */
  readonly preview: RoutePreview | null
  /** The input has changed since the last preview. */
  readonly isBehind: boolean
  readonly onRetry: (() => void) | null
  readonly chosen: ChosenPeople
  readonly choose: (stepKey: string, people: readonly PersonChoice[]) => void
  /** Keys of steps for which nobody is chosen yet. */
  readonly unchosen: readonly string[]
  /** In the form that a submit sends. */
  readonly accounts: () => Readonly<Record<string, readonly string[]>> | undefined
}

interface Answer {
  readonly of: FormDraft
  /** Null where it could not be computed. */
  readonly preview: RoutePreview | null
}

/**
 * The approvers for the current input: requested again after each content that passes the soft check, because the route
 * depends on amounts that only the server computes. The previous preview stays until the next arrives.
 */
export function useRoutePreview({ definition }: FormSpec, draft: FormDraft, checked: CheckAnswer | null): FormRoute {
  const [asked, setAsked] = useState<FormDraft | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [last, setLast] = useState<RoutePreview | null>(null)
  const [chosen, setChosen] = useChosen(definition.name, draft.no)
  const isAcceptable = checked?.of === draft && checked.checked.refusals.length === 0 && isStorable(definition, draft)
  if (isAcceptable && !isSameContent(asked, draft)) setAsked(draft)
  useEffect(() => {
    if (!asked) return undefined
    const stop = new AbortController()
    const content = { documentType: definition.name, ...inputOf(definition, asked) }
    post<RoutePreview>('/aps/bpm/preview', content, { signal: stop.signal, handles: true }).then(
      (preview) => {
        setAnswer({ of: asked, preview })
        setLast(preview)
      },
      () => stop.signal.aborted || setAnswer({ of: asked, preview: null }),
    )
    return () => stop.abort()
  }, [definition, asked])
  const chooses = last?.chooses ?? []
  return {
    preview: last,
    isBehind: !isSameContent(answer?.of ?? null, draft),
    onRetry: answer?.of === asked && answer?.preview === null ? () => setAsked({ ...draft }) : null,
    chosen,
    choose: (stepKey, people) => setChosen((before) => ({ ...before, [stepKey]: people })),
    unchosen: chooses.map((choice) => choice.stepKey).filter((stepKey) => !chosen[stepKey]?.length),
    accounts: () =>
      chooses.length === 0
        ? undefined
        : Object.fromEntries(
            chooses.map(({ stepKey }) => [stepKey, (chosen[stepKey] ?? []).map((person) => person.account)]),
          ),
  }
}

/** Chosen people survive a reload once the draft has its number: a new form does not inherit another's choices. */
function useChosen(type: string, no: string | null) {
  const key = `chosen ${type} ${no ?? ''}`
  const held = useState<ChosenPeople>(() => (no === null ? {} : stored(key)))
  const [chosen] = held
  useEffect(() => {
    if (no !== null && Object.keys(chosen).length > 0) sessionStorage.setItem(key, JSON.stringify(chosen))
  }, [no, key, chosen])
  return held
}

function stored(key: string): ChosenPeople {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as ChosenPeople
  } catch {
    return {}
  }
}

/** A save changes number and version of a draft, but nothing that the route depends on. */
function isSameContent(one: FormDraft | null, other: FormDraft): boolean {
  return one !== null && one.header === other.header && one.lines === other.lines && one.tables === other.tables
}
