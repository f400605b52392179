import { useEffect, useState } from 'react'
import { opensAfter } from '../../approval/verbs/after-decision.ts'
import { useActs } from '../../approval/verbs/use-acts.ts'
import { type PageVerb, VERBS } from '../../approval/verbs/verb-spec.ts'
import { type DocumentDetail, pageAddress } from '../../client/document-api.ts'
import type { DocumentPageSpec } from '../../document/page-spec.ts'
import { useLazyDialog } from '../../session/use-lazy-dialog.ts'
import { firstOther } from '../../tasks/tasks-api.ts'
import { goTo, useAddress } from '../address.ts'
import { HOME } from '../PhoneMessage.tsx'
import { nextCard } from '../tasks/task-order.ts'

const loadVerbSheet = () => import('../../approval/verbs/VerbForm.tsx').then((module) => module.VerbForm)

/** The next task opens automatically, of whatever type: in the order of the cards it was opened from, else the first of the inbox. */
async function nextAddress(here: string, { approval }: DocumentDetail): Promise<string | null> {
  return (await nextCard(here)) ?? (await firstOther(approval?.formInstanceId))?.mobileUrl ?? null
}

/** The acts of a phone page: which sheet is open, and where to go after an act. */
export function usePhoneActs(spec: DocumentPageSpec, detail: DocumentDetail) {
  const { definition } = spec
  const sheet = useLazyDialog(loadVerbSheet)
  const [asked, setAsked] = useState<PageVerb | null>(null)
  const hasVerbs = (detail.approval?.allowed.length ?? 0) > 0
  // A mobile network may be lost while the person reads: the sheet is preloaded at their first touch.
  useEffect(() => {
    if (!hasVerbs) return undefined
    const fetchSheet = (): void => void loadVerbSheet().catch(() => undefined)
    addEventListener('pointerdown', fetchSheet, { once: true })
    return () => removeEventListener('pointerdown', fetchSheet)
  }, [hasVerbs])
  const { text: here } = useAddress()
  const acts = useActs(spec, detail, async (verb, next) => {
    if (!VERBS[verb].leaves) return
    const address = next === null ? null : await nextAddress(here, detail).catch(() => null)
    if (address !== null) opensAfter(address, { definition, decided: detail, verb })
    goTo(address ?? HOME, 'replace')
  })
  return {
    acts,
    Sheet: sheet.Dialog,
    asked,
    ask: (verb: PageVerb) => {
      setAsked(verb)
      sheet.open()
    },
    close: () => {
      setAsked(null)
      sheet.close()
    },
    /** Shows the current round, where the displayed one was followed by another. */
    showRound: (formInstanceId: string | null) => {
      if (formInstanceId && formInstanceId !== detail.approval?.formInstanceId)
        goTo(pageAddress(definition, 'mobile', formInstanceId), 'replace')
    },
  }
}
