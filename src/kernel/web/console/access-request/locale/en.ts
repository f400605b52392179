import type { AreaTexts } from '#kernel/base/i18n/texts.ts'
import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

/** Texts for people who are refused: what is missing, and how to request it. In English. */
export const en = {
  label: 'Asking for access',
  errors: {},
  why: 'Why can I not?',
  conditions: 'Conditions',
  met: 'Met',
  notMet: 'Not met',
  unasked: 'Not known',
  ask: 'Ask for it',
  askMenu: 'Ask for access',
  reason: 'What you need it for',
  send: 'Send the request',
  asked: 'Your request has been sent. An administrator answers it.',
  askedBefore: 'You have already asked for this. An administrator answers it.',
} satisfies AreaTexts & Record<string, unknown>

export type AskTexts = TextShape<typeof en>
