import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useActs } from '../approval/use-acts.ts'
import type { PageVerb } from '../approval/verb-spec.ts'
import { type DocumentDetail, pageAddress } from '../client/document-api.ts'
import { useLazyDialog } from '../session/use-lazy-dialog.ts'
import { useTab } from '../shell/tab-context.ts'
import type { PageSpec } from './page-spec.ts'

const loadVerbDialog = () => import('../approval/VerbDialog.tsx').then((module) => module.VerbDialog)

/** The dialog that is open, with what was written in the bar already. */
interface Asked {
  readonly verb: PageVerb
  readonly opinion: string | undefined
}

/** The acts of a desktop page: which dialog is open, and where one goes after an act. */
export function usePageActs(spec: PageSpec, detail: DocumentDetail) {
  const { definition } = spec
  const navigate = useNavigate()
  const tab = useTab()
  const dialog = useLazyDialog(loadVerbDialog)
  const [asked, setAsked] = useState<Asked | null>(null)
  const acts = useActs(spec, detail, (_verb, next) => {
    // The next task of the same kind opens by itself; another kind's page is not known here.
    if (next?.docType !== definition.name) return
    tab.closeOnLeave()
    void navigate(pageAddress(definition, 'pc', next.formInstanceId, next.taskId))
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
    /** Shows the round of now, where the one on screen was followed by another. */
    showRound: (formInstanceId: string | null) => {
      if (formInstanceId && formInstanceId !== detail.approval?.formInstanceId)
        void navigate(pageAddress(definition, 'pc', formInstanceId))
    },
  }
}
