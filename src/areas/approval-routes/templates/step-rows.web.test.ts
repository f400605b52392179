import { describe, expect, it } from 'vitest'
import type { TemplateStep } from '#kernel/engine/approval/approval-route.ts'
import { columnOfField, freshKey, rowOf, stepOf } from './step-rows.web.ts'

/** Of every delivered approval type. */
const delivered = Object.values(
  import.meta.glob<Readonly<Record<string, object>>>('/src/areas/**/*.template.ts', { eager: true }),
)
  .flatMap((module) => Object.values(module))
  .flatMap((type) => ('steps' in type ? (type.steps as readonly TemplateStep[]) : []))

const catalogue = { roles: [{ code: 'rsm', name: 'RSM' }], people: ['schemeOwner'] }
const base: TemplateStep = { key: 'a', name: { zh: '甲', en: 'A' }, who: { role: 'rsm' }, mode: 'any' }
const again = (step: TemplateStep) => stepOf(rowOf(step), catalogue)

describe('a route step in the sheet', () => {
  it('every delivered route step is the same after editing it in the sheet', () => {
    expect(delivered.length).toBeGreaterThan(50)
    for (const step of delivered) expect(again(step)).toEqual(step)
  })

  it('a route step in the sheet keeps every kind of approver and all other settings', () => {
    const whos = [
      { account: 'in.rsm' },
      { computed: 'schemeOwner' },
      { head: 'drafter' },
      { chosenBy: 'previous', role: 'rsm' },
      { chosenBy: 'drafter' },
      { role: 'rsm', of: 'region' },
      { role: 'rsm', of: 'giver' },
    ] as const
    for (const who of whos) expect(again({ ...base, who })).toEqual({ ...base, who })
    const rich: TemplateStep = {
      ...base,
      mode: 'share',
      share: 60,
      empty: 'refuse',
      group: 'side',
      keep: ['amount', 'month'],
      cc: [
        { role: 'rsm' },
        { account: 'in.rsm' },
        { computed: 'schemeOwner' },
        { head: 'document' },
        { role: 'rsm', of: 'region' },
      ],
    }
    expect(again(rich)).toEqual(rich)
    expect(again({ ...base, keep: true })).toEqual({ ...base, keep: true })
  })

  it('a route step in the sheet keeps unreadable input for the server to refuse', () => {
    const typed = { ...rowOf(base), remind: 'soon', mode: 'share', share: '' }
    expect(stepOf(typed, catalogue)).toMatchObject({ remindAfterHours: -1, share: -1 })
  })

  it('a new route step gets a key of its own, and a problem is shown at its column', () => {
    expect(freshKey(['step1', 'step3'])).toBe('step4')
    expect(freshKey(['step2', 'a'])).toBe('step3')
    expect(columnOfField('name', { nameZh: '甲', nameEn: '' })).toBe('nameEn')
    expect(columnOfField('who', {})).toBe('approver')
  })
})
