import type { Shows } from '#kernel/platform/audit/shows.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { type AnyRecord, recordText } from './definition.ts'
import { isHidden } from './write/secret.ts'

/** A call's declaration about the record in its answer: its secret fields, and which of them a reader sees unmasked. */
export function disclosureOf(record: AnyRecord, act: Shows['act']): Shows {
  const { name, fields } = record
  const secrets = Object.keys(fields).filter((field) => fields[field]?.secret !== undefined)
  return {
    name,
    act,
    secrets,
    label(language, field) {
      const title = textAt(language, recordText(record, 'title'))
      return field === undefined ? title : `${title} · ${textAt(language, recordText(record, `fields.${field}`))}`
    },
    fields: (principal) => secrets.filter((field) => !isHidden(fields[field]!, principal)),
  }
}
