import { useEffect, useState } from 'react'
import type { RoutePreview } from '#kernel/engine/approval/approval-wire.ts'
import { post } from '../client/api.ts'
import type { PersonChoice } from '../people/people-api.ts'
import { type FormDraft, inputOf, isStorable } from './draft/draft.ts'
import type { FormSpec } from './form-spec.ts'
import type { CheckAnswer } from './use-check.ts'

/** Whom the drafter chose, by the step's key. */
export type ChosenPeople = Readonly<Record<string, readonly PersonChoice[]>>

export interface FormRoute {
  /** As of the last content that passed the check; null before there was one. */
  readonly preview: RoutePreview | null
  /** What is typed has not been asked about yet. */
  readonly isBehind: boolean
  readonly onRetry: (() => void) | null
  readonly chosen: ChosenPeople
  readonly choose: (stepKey: string, people: readonly PersonChoice[]) => void
  /** Keys of steps for which nobody is chosen yet. */
  readonly unchosen: readonly string[]
  /** As a submit carries it. */
  readonly accounts: () => Readonly<Record<string, readonly string[]>> | undefined
}

interface Answer {
  readonly of: FormDraft
  /** Null where it could not be worked out. */
  readonly preview: RoutePreview | null
}

/**
 * Who would approve what is typed: asked again after each content that the soft check has nothing against, for the route
 * hangs on amounts that only the server computes. The one before stays until the next is there.
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

/** Whom somebody chose survives a reload, once the draft has its number: a new form begins without what another one chose. */
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

/** A save gives a draft its number and version, and changes nothing of what is asked for. */
function isSameContent(one: FormDraft | null, other: FormDraft): boolean {
  return one !== null && one.header === other.header && one.lines === other.lines
}
