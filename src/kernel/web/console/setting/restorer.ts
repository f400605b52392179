import type { SettingView } from '#kernel/engine/setting/setting-wire.ts'
import type { SettingCalls } from './setting-calls.ts'
import type { DraftWork } from './use-draft.ts'

/** Creates a draft with the content of a version; the call has shown a refusal. */
export function restorer<C>(
  calls: SettingCalls<C>,
  loaded: SettingView<C>,
  work: DraftWork<C>,
  onDone: () => void,
): (version: number) => void {
  return (version) => {
    calls.restore(loaded.key, work.draft?.version ?? 0, version).then(onDone, () => undefined)
  }
}
