import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import type { RunView } from '../integration-wire.ts'
import { syncText } from '../integration-texts.web.ts'
import { runColours } from './sync-log.list.ts'

/** A run's state; with refused rows it is only a partial success. */
export function RunMark({ run }: { readonly run: Pick<RunView, 'state' | 'refused' | 'isStopping'> }) {
  const isPart = run.state === 'succeeded' && run.refused > 0
  const text = syncText(`runStates.${run.state}`)
  const part = isPart ? ` · ${syncText('fields.refused')} ${run.refused}` : ''
  const more = run.state === 'processing' && run.isStopping ? ` · ${syncText('stopping')}` : part
  return <StateMark colour={isPart ? 'orange' : runColours[run.state]} text={text + more} />
}

/** `12 read · 10 written · 2 refused`, without zeros. */
export function countsText({ read, written, unchanged, refused }: RunView): string {
  return (
    [
      ['read', read],
      ['written', written],
      ['unchanged', unchanged],
      ['refused', refused],
    ] as const
  )
    .filter(([name, count]) => count > 0 || name === 'read')
    .map(([name, count]) => `${syncText(`fields.${name}`)} ${count}`)
    .join(' · ')
}
