import { overridableTexts } from '#kernel/i18n/overridable-texts.ts'
import { bpmn as en } from '../locale/bpmn.en.ts'
import { bpmn as zh } from '../locale/bpmn.zh.ts'

export const bpmnTexts = overridableTexts('bpmn', { en, zh })
