import { describe, expect, it } from 'vitest'
import { heldUntil, nextDigest } from './quiet-hours.ts'
import { allChoices, DEFAULT_RULES, isWanted, keptChoices, type Rules } from './settings.ts'

const INDIA: Rules = { ...DEFAULT_RULES, zone: 'UTC+05:30', quiet: true }
const at = (text: string) => new Date(`${text}:00Z`)
const held = (rules: Rules, text: string) => heldUntil(rules, at(text)).toISOString().slice(0, 16)
const digest = (rules: Rules, text: string) => nextDigest(rules, at(text)).toISOString().slice(0, 16)

describe('quiet hours', () => {
  it("quiet hours last from evening to morning in the person's time zone", () => {
    // 20:00 in India is 14:30 UTC; 08:00 is 02:30.
    expect(held(INDIA, '2026-11-23T14:29')).toBe('2026-11-23T14:29')
    expect(held(INDIA, '2026-11-23T14:30')).toBe('2026-11-24T02:30')
    expect(held(INDIA, '2026-11-23T20:00')).toBe('2026-11-24T02:30')
    expect(held(INDIA, '2026-11-24T02:29')).toBe('2026-11-24T02:30')
    expect(held(INDIA, '2026-11-24T02:30')).toBe('2026-11-24T02:30')
  })

  it('quiet hours hold nothing back when they are off or empty', () => {
    expect(held({ ...INDIA, quiet: false }, '2026-11-23T20:00')).toBe('2026-11-23T20:00')
    expect(held({ ...INDIA, quietFrom: '08:00' }, '2026-11-23T20:00')).toBe('2026-11-23T20:00')
  })

  it('quiet hours may lie within a day and in a western time zone', () => {
    const noon: Rules = { ...INDIA, zone: 'UTC-06:00', quietFrom: '12:00', quietUntil: '13:30' }
    expect(held(noon, '2026-11-23T17:59')).toBe('2026-11-23T17:59')
    expect(held(noon, '2026-11-23T18:00')).toBe('2026-11-23T19:30')
  })

  it('quiet hours may cover days off: Friday night waits until Monday morning', () => {
    const working: Rules = { ...INDIA, quietOtherDays: true }
    // 2026-11-20 is a Friday.
    expect(held(working, '2026-11-20T15:00')).toBe('2026-11-23T02:30')
    expect(held(working, '2026-11-22T08:00')).toBe('2026-11-23T02:30')
    expect(held({ ...working, weekdays: [6] }, '2026-11-22T08:00')).toBe('2026-11-28T02:30')
  })
})

describe('the daily digest', () => {
  it('the daily digest is due at its time on its days', () => {
    // 08:30 in India is 03:00 UTC.
    expect(digest(INDIA, '2026-11-23T02:59')).toBe('2026-11-23T03:00')
    expect(digest(INDIA, '2026-11-23T03:00')).toBe('2026-11-24T03:00')
    expect(digest(INDIA, '2026-11-20T03:00')).toBe('2026-11-23T03:00')
    expect(digest({ ...INDIA, weekdays: [1] }, '2026-11-23T03:00')).toBe('2026-11-30T03:00')
  })

  it("the daily digest counts days in the person's time zone", () => {
    // 01:00 on Monday in Kiribati-like zones is still Sunday in Greenwich.
    const early: Rules = { ...INDIA, zone: 'UTC+14:00', digestTime: '01:00' }
    expect(digest(early, '2026-11-20T12:00')).toBe('2026-11-22T11:00')
  })
})

describe('choices of notifications', () => {
  it('choices of notifications are stored only where they differ from the default', () => {
    const all = allChoices({})
    expect(all.task).toEqual({ mail: true, chat: true })
    expect(all.withdrawn).toEqual({ mail: false, chat: false })
    const chosen = keptChoices({ ...all, task: { mail: true, chat: false }, withdrawn: { mail: true, chat: false } })
    expect(chosen).toEqual({ task: { chat: false }, withdrawn: { mail: true } })
    expect([isWanted(chosen, 'task', 'chat'), isWanted(chosen, 'task', 'mail')]).toEqual([false, true])
  })
})
