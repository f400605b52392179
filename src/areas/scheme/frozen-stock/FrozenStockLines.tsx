import type { ReactNode } from 'react'
import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { readText } from '#kernel/web/console/document/reading.ts'
import { nameOf } from '#kernel/engine/definition/view.ts'
import { schemeApplication } from '../application/scheme-application.doc.ts'
import '../settlement/settlement.css'

interface FrozenStockLinesProps {
  readonly detail: DocumentDetail
  /** A device-specific link to the units of a line. */
  readonly link: (query: string, text: string) => ReactNode
}

/** Each line with its number of units, and a link to them. */
export function FrozenStockLines({ detail: { document, names }, link }: FrozenStockLinesProps) {
  const texts = documentTexts(schemeApplication)
  const lines = document.lines.flatMap((line, at) => {
    const units = Number(line['stockUnits'] ?? 0)
    return units > 0 ? [{ line, units, no: at + 1 }] : []
  })
  if (lines.length === 0) return null
  const called = (
    name: 'customerCode' | 'channelCode' | 'skuCode' | 'spuCode',
    line: Readonly<Record<string, unknown>>,
  ) => {
    const code = readText(line[name])
    return nameOf(schemeApplication.lines[name], names, code) ?? code
  }
  return (
    <section className="form-section settlement">
      <h2>{texts.text('frozen.title')}</h2>
      <ul>
        {lines.map(({ line, units, no }) => (
          <li key={no}>
            {[
              no,
              called('customerCode', line) || called('channelCode', line),
              called('skuCode', line) || called('spuCode', line),
            ].join(' · ')}
            {' · '}
            {texts.text('frozen.units', { count: units })}{' '}
            {link(
              new URLSearchParams({ frozenBy: readText(document['no']), frozenLine: String(no) }).toString(),
              texts.text('frozen.open'),
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
