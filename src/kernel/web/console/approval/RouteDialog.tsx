import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../client/i18n.ts'
import { flowText } from './flow-text.ts'
import { RoutePicture, type RoutePictureProps } from './RoutePicture.tsx'

interface RouteDialogProps extends RoutePictureProps {
  readonly onClose: () => void
}

/** The route as a picture, on demand: the timeline beside the document says the same. */
export function RouteDialog({ onClose, ...route }: RouteDialogProps) {
  return (
    <Dialog title={flowText('picture')} closeLabel={pageText('common.close')} width={1120} onClose={onClose}>
      <RoutePicture {...route} />
    </Dialog>
  )
}
