import { useEffect } from 'react'
import { useLazyDialog } from '../session/use-lazy-dialog.ts'

const loadPanel = () => import('./RoutePreviewPanel.tsx').then((module) => module.RoutePreviewPanel)

/** The panel of a form's route: fetched beside the form, which does not wait for it. */
export function useRoutePanel() {
  const { Dialog: Panel, open } = useLazyDialog(loadPanel)
  useEffect(open, [open])
  return { Panel }
}
