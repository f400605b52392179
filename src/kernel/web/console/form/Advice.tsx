import { Suspense } from 'react'
import type { FormDraft } from './draft/draft.ts'
import type { FormSpec, LinesAdvice } from './form-spec.ts'
import { useFill, type useLines } from './use-lines.ts'

interface AdviceProps extends Pick<LinesAdvice, 'Button' | 'Field' | 'File' | 'saved'> {
  readonly spec: FormSpec
  readonly draft: FormDraft
  readonly dispatch: ReturnType<typeof useLines>['dispatch']
}

/** Content above a form's lines, if there is any, with the button and the text field of desktop or phone. */
export function Advice({ spec, draft, dispatch, ...controls }: AdviceProps) {
  const fill = useFill(dispatch)
  if (!spec.Advice) return null
  return (
    <Suspense fallback={null}>
      <spec.Advice draft={draft} onFill={fill} {...controls} />
    </Suspense>
  )
}
