import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { bpmn as en } from './bpmn.en.ts'
import { bpmn as zh } from './bpmn.zh.ts'

export const bpmnTexts = overridableTexts('bpmn', { en, zh })
