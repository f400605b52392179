import { followed } from '#kernel/i18n/followed.ts'
import { bpmn as en } from '../locale/bpmn.en.ts'
import { bpmn as zh } from '../locale/bpmn.zh.ts'

export const bpmnTexts = followed('bpmn', { en, zh })
