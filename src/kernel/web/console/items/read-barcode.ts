/** Reads the barcodes of a picture; empty where there is none. */
export type ReadBarcodes = (picture: HTMLCanvasElement) => Promise<readonly string[]>

/** What labels of devices, cartons and pallets have. */
const NATIVE_FORMATS = ['code_128', 'code_39', 'ean_13', 'itf', 'qr_code', 'data_matrix'] as const

interface NativeReader {
  detect(picture: HTMLCanvasElement): Promise<readonly { readonly rawValue: string }[]>
}

interface NativeReaders {
  new (options: { readonly formats: readonly string[] }): NativeReader
  getSupportedFormats(): Promise<readonly string[]>
}

/** The browser's own reader, where it has one that knows the codes of our labels. */
async function nativeReader(): Promise<ReadBarcodes | null> {
  const readers = (globalThis as { readonly BarcodeDetector?: NativeReaders }).BarcodeDetector
  const known = (await readers?.getSupportedFormats().catch(() => [])) ?? []
  if (!readers || !known.includes('code_128')) return null
  const reader = new readers({ formats: NATIVE_FORMATS.filter((format) => known.includes(format)) })
  return async (picture) => (await reader.detect(picture)).map(({ rawValue }) => rawValue)
}

/** Where there is none: ZXing, from our own server. */
async function ownReader(): Promise<ReadBarcodes> {
  const [{ prepareZXingModule, readBarcodes }, { default: address }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  await prepareZXingModule({ overrides: { locateFile: () => address }, fireImmediately: true })
  return async (picture) => {
    const pixels = picture.getContext('2d')?.getImageData(0, 0, picture.width, picture.height)
    if (!pixels) return []
    const found = await readBarcodes(pixels, {
      formats: ['Code128', 'Code39', 'EAN13', 'ITF', 'QRCode', 'DataMatrix'],
      maxNumberOfSymbols: 4,
    })
    return found.map(({ text }) => text)
  }
}

export async function barcodeReader(): Promise<ReadBarcodes> {
  return (await nativeReader()) ?? (await ownReader())
}
