import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { type Covers, fontCoverage } from './font-coverage.ts'
import { FONT, layout } from './print-layout.ts'
import type { PrintModel } from './print-model.ts'
import { printable } from './print-text.ts'
import type { PdfAnswer } from './render-pdf.ts'

/** Registered once per worker: a document embeds only the characters it uses, not all ten megabytes. */
const regular = fontPath('400Regular/NotoSansSC_400Regular.ttf')
const bold = fontPath('600SemiBold/NotoSansSC_600SemiBold.ttf')
pdfmake.setFonts({ [FONT]: { normal: regular, bold } })
// Only the two fonts are ever opened, for any content of a document.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path === regular || path === bold)

const covers: Covers = fontCoverage(readFileSync(regular))

function fontPath(name: string): string {
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-sc/${name}`))
}

async function render(model: PrintModel): Promise<Uint8Array> {
  let isComplete = true
  const clean = (text: string): string => {
    const result = printable(text, covers)
    isComplete &&= result.isComplete
    return result.text
  }
  return pdfmake.createPdf(layout(model, clean, () => !isComplete)).getBuffer()
}

parentPort?.on('message', (model: PrintModel) => {
  render(model).then(
    (bytes) => {
      const own = new Uint8Array(bytes)
      parentPort?.postMessage({ bytes: own } satisfies PdfAnswer, [own.buffer])
    },
    (error: unknown) => {
      const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
      parentPort?.postMessage({ fault } satisfies PdfAnswer)
    },
  )
})
