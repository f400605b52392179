import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { opensAfter } from '../approval/verbs/after-decision.ts'
import { useActs } from '../approval/verbs/use-acts.ts'
import type { PageVerb } from '../approval/verbs/verb-spec.ts'
import { type DocumentDetail, pageAddress } from '../client/document-api.ts'
import { navigateOn } from '../list/record-navigation.ts'
import { useLazyDialog } from '../session/use-lazy-dialog.ts'
import { useTab } from '../shell/tabs/tab-context.ts'
import { firstOther } from '../tasks/tasks-api.ts'
import type { DocumentPageSpec } from './page-spec.ts'

/** Name under which the box of waiting tasks is stored. */
const INBOX = 'tasks.open'

const loadVerbDialog = () => import('../approval/verbs/VerbForm.tsx').then((module) => module.VerbForm)

/** The open dialog, with the text already written in the bar. */
interface PendingVerb {
  readonly verb: PageVerb
  readonly opinion: string | undefined
}

/** The next task opens automatically, of whatever type: in the order of the inbox it was opened from, else the first of the inbox. */
async function nextAddress(here: ReturnType<typeof useLocation>, { approval }: DocumentDetail): Promise<string | null> {
  return (await navigateOn(INBOX, here)) ?? (await firstOther(approval?.formInstanceId))?.url ?? null
}

/** The acts of a desktop page: which dialog is open, and where to go after an act. */
export function usePageActs(spec: DocumentPageSpec, detail: DocumentDetail) {
  const { definition } = spec
  const navigate = useNavigate()
  const tab = useTab()
  const dialog = useLazyDialog(loadVerbDialog)
  const [asked, setAsked] = useState<PendingVerb | null>(null)
  const here = useLocation()
  const acts = useActs(spec, detail, async (verb, next) => {
    if (next === null) return
    const address = await nextAddress(here, detail).catch(() => null)
    if (address === null) return
    opensAfter(address, { definition, decided: detail, verb })
    tab.closeOnLeave()
    void navigate(address)
  })
  return {
    acts,
    Dialog: dialog.Dialog,
    asked,
    ask: (verb: PageVerb, opinion?: string) => {
      setAsked({ verb, opinion })
      dialog.open()
    },
    close: () => {
      setAsked(null)
      dialog.close()
    },
    /** Shows the current round, where the displayed one was followed by another. */
    showRound: (formInstanceId: string | null) => {
      if (formInstanceId && formInstanceId !== detail.approval?.formInstanceId)
        void navigate(pageAddress(definition, 'pc', formInstanceId))
    },
  }
}
