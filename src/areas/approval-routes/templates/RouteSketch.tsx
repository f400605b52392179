import { useMemo } from 'react'
import type { StepView } from '#kernel/engine/approval/approval-wire.ts'
import { RoutePicture } from '#kernel/web/console/approval/RoutePicture.tsx'
import { runningLanguage } from '#kernel/web/console/client/i18n.ts'
import { cellText, type SheetColumn } from '#kernel/web/console/sheet/sheet-columns.ts'
import type { TemplateContent, VariableView } from '../approval-routes-wire.ts'
import { pageLabel } from '../approval-routes-texts.web.ts'
import { type ConditionNames, conditionWords, namesOfVariables } from './condition-words.ts'
import { sayCondition } from './step-columns.web.ts'
import { rowOf } from './step-rows.web.ts'

interface RouteSketchProps {
  readonly content: TemplateContent
  readonly columns: readonly SheetColumn[]
  readonly variables: readonly VariableView[]
}

/** The route as approval pages draw it, with roles instead of people. */
export function RouteSketch({ content, columns, variables }: RouteSketchProps) {
  const steps = useMemo(() => {
    const names = namesOfVariables(variables)
    return content.steps.map((step) => sketchOf(step, columns, names))
  }, [content, columns, variables])
  return (
    <div className="approval-routes-picture">
      <RoutePicture steps={steps} drafter={{ account: '', name: '' }} state={null} />
    </div>
  )
}

function sketchOf(
  step: TemplateContent['steps'][number],
  columns: readonly SheetColumn[],
  variables: ConditionNames,
): StepView {
  const language = runningLanguage()
  const values = rowOf(step)
  const cell = (key: string) => {
    const column = columns.find((each) => each.key === key)
    return column ? cellText(column, values) : ''
  }
  const conditionOf = (when: string): string => conditionWords(when, sayCondition, variables) ?? when
  const who = cell('approver') || cell('kind')
  const rules = [
    step.rule?.[language] ?? '',
    step.when === undefined ? '' : pageLabel('simulate.condition', { condition: conditionOf(step.when) }),
  ].filter((text) => text !== '')
  return {
    key: step.key,
    name: step.name[language] || step.key,
    rule: rules.join(' · ') || null,
    mode: step.mode,
    share: step.share ?? null,
    group: step.group ?? null,
    status: 'future',
    skipReason: null,
    people: [{ account: '', name: step.mode === 'any' ? who : `${who} · ${cell('mode')}` }],
    tasks: [],
    acts: [],
    usual: null,
  }
}
