import { beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { languages } from '#kernel/base/i18n/language.ts'
import { refusalText, registerTexts, textAt } from '#kernel/base/i18n/texts.ts'
import { countStates } from '#kernel/engine/definition/axes/axis.ts'
import { axesOf, axisOf } from '#kernel/engine/document/axes/axes-of.ts'
import { axisStatePath } from '#kernel/engine/document/axes/axis-looks.ts'
import { eventRefusal } from '#kernel/engine/document/axes/axis-states.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'

// Every pair that is not in the table of an axis is refused with the current state in the message (domain.md 7), for all documents of the product.

let documents: readonly AnyDocument[]
beforeAll(async () => {
  for (const area of areas) registerTexts(area.name, area.texts)
  documents = (await loadAreaServers(areas)).flatMap((area) => area.documents.map(({ definition }) => definition))
})

const allAxes = () =>
  documents.flatMap((definition) => axesOf(definition).map(([name, axis]) => ({ definition, name, axis })))

const pairsOf = () =>
  allAxes().flatMap(({ definition, name, axis }) =>
    Object.keys(axis.states).flatMap((state) =>
      axis.events.map((event) => ({ definition, name, state, event, step: axis.table[state]?.[event] })),
    ),
  )

describe('the axes of documents', () => {
  it('every pair that is not in a table is refused with the axis and its current state in both languages', () => {
    const missing = pairsOf().filter(({ step }) => step === undefined)
    expect(missing.length).toBeGreaterThan(100)
    for (const { definition, name, state, event } of missing) {
      const refusal = eventRefusal(definition, name, event, { state, lines: countStates([state]) })
      expect([definition.name, name, state, event, refusal?.key, refusal?.field]).toEqual([
        definition.name,
        name,
        state,
        event,
        'axis.notNow',
        name,
      ])
      for (const language of languages) {
        const text = refusalText(language, refusal!)
        expect(text).toContain(textAt(language, axisStatePath(definition, name, state)))
        expect(text).toContain(textAt(language, `${definition.area}.documents.${definition.name}.fields.${name}`))
      }
    }
  })

  it('every pair that is in a table leads to a state of its axis, and is not refused where it has no guard', () => {
    const there = pairsOf().filter(({ step }) => step !== undefined)
    expect(there.length).toBeGreaterThan(50)
    for (const { definition, name, state, event, step } of there) {
      const to = typeof step === 'object' ? step.to : step
      expect(Object.keys(axisOf(definition, name)?.states ?? {})).toContain(to)
      if (typeof step === 'string')
        expect(eventRefusal(definition, name, event, { state, lines: countStates([state]) })).toBe(null)
    }
  })

  it('every state of an axis has a text in both languages, and a state that only one line has counts for the document', () => {
    for (const { definition, name, axis } of allAxes())
      for (const state of Object.keys(axis.states)) {
        for (const language of languages) {
          const path = axisStatePath(definition, name, state)
          expect(textAt(language, path), `${language} ${path}`).not.toBe(path)
        }
        expect([definition.name, name, axis.ofLines(countStates([state]))]).toEqual([definition.name, name, state])
        if (axis.ofLines.order) expect(axis.ofLines.order).toContain(state)
      }
  })

  it('every document that is pushed or reserved shows how far that is in its list', () => {
    for (const { definition, name } of allAxes()) {
      expect([definition.name, name, definition.list.columns.includes(name)]).toEqual([definition.name, name, true])
      expect([definition.name, name, definition.list.filters.includes(name)]).toEqual([definition.name, name, true])
    }
  })
})
