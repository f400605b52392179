import { expect, test } from 'vitest'
import type { Refused } from '#kernel/base/errors/errors.ts'
import type { PrintModel } from './print-model.ts'
import { renderPdf } from './render-pdf.ts'

const texts = Object.fromEntries(
  ['lines', 'record', 'noRecord', 'noLines', 'sum', 'capital', 'page', 'fullTexts', 'inFull', 'unshown'].map((name) => [
    name,
    name,
  ]),
)

function model(lines: number): PrintModel {
  return {
    language: 'en',
    source: 'Here',
    title: 'Paper',
    no: 'P1',
    state: 'Draft',
    byline: ['somebody'],
    watermark: 'somebody',
    foot: '',
    record: null,
    content: {
      facts: [],
      tables: [
        {
          title: 'Lines',
          columns: [{ title: 'No.', align: 'left', isCode: true }],
          rows: Array.from({ length: lines }, (_, index) => [String(index + 1)]),
          sums: [],
        },
      ],
      total: null,
    },
    texts: { ...texts, columns: ['', '', '', '', ''] } as unknown as PrintModel['texts'],
  }
}

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes).subarray(0, 5).toString() === '%PDF-'

test('a PDF that takes too long is refused, and the next one is made', async () => {
  await expect(renderPdf(model(20_000), undefined, 1)).rejects.toThrow('print.tooLarge')
  expect(isPdf(await renderPdf(model(3)))).toBe(true)
})

test('a limited number of PDFs wait, and further requests are told to come back', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => renderPdf(model(1))))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Refused] : []))
  expect(refused).toHaveLength(8)
  for (const reason of refused) expect(reason.first.key).toBe('http.busy')
}, 60_000)

test('a PDF that had hardly any time left when its turn came is told to come back, not that it is too large', async () => {
  const long = [renderPdf(model(20_000), undefined, 400), renderPdf(model(20_000), undefined, 400)]
  const late = renderPdf(model(20_000), undefined, 500)
  await Promise.all([
    ...long.map((each) => expect(each).rejects.toThrow('print.tooLarge')),
    expect(late).rejects.toThrow('http.busy'),
  ])
})
