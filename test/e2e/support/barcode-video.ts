import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const SIZE = { width: 640, height: 360 } as const
const FRAMES = 10
const WHITE = 235
const BLACK = 16

/** Writes a film that shows a Code 128 barcode with this text, in the format that Chromium's made-up camera plays. */
export async function writeBarcodeVideo(file: string, text: string): Promise<void> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
  const { symbol } = await writeBarcode(text, { format: 'Code128', scale: 1 })
  const scale = Math.floor((SIZE.width - 80) / symbol.width)
  const [left, top, height] = [Math.floor((SIZE.width - symbol.width * scale) / 2), 90, 180]
  const luma = Buffer.alloc(SIZE.width * SIZE.height, WHITE)
  for (let y = top; y < top + height; y += 1)
    for (let x = 0; x < symbol.width * scale; x += 1)
      if ((symbol.data[Math.floor(x / scale)] ?? 255) < 128) luma[y * SIZE.width + left + x] = BLACK
  const chroma = Buffer.alloc((SIZE.width * SIZE.height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  const head = Buffer.from(`YUV4MPEG2 W${SIZE.width} H${SIZE.height} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(file, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame)]))
}
