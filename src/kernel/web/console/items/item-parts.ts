import { createElement, lazy } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { SectionProps } from '../document/page-spec.ts'
import type { LinesAdvice } from '../form/form-spec.ts'

/** The items of a draft as a part of its form: `Advice: draftItems(deviceTransfer)`. */
export const draftItems = (definition: AnyDefinition) =>
  lazy(async () => {
    const { DraftItems } = await import('./DraftItems.tsx')
    return { default: (props: LinesAdvice) => createElement(DraftItems, { ...props, definition }) }
  })

/** The items of a document as a section of its page. */
export const documentItems = (definition: AnyDefinition) =>
  lazy(async () => {
    const { DocumentItems } = await import('./DocumentItems.tsx')
    return {
      default: (props: SectionProps) => createElement(DocumentItems, { ...props, definition }),
    }
  })
