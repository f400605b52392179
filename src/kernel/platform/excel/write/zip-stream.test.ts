import { buffer } from 'node:stream/consumers'
import { crc32, inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readZip } from '#test/helpers/laws/file-parts.ts'
import { type ZipPart, zipStream } from './zip-stream.ts'

async function* pieces(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

it('a streamed zip holds its parts unchanged, packed or not, with sizes of four or eight bytes', async () => {
  const parts: ZipPart[] = [
    { name: 'plain.csv', bytes: pieces('a,b\r\n', 'c,d\r\n') },
    { name: '大.csv', bytes: pieces('x'.repeat(100_000)), isLarge: true },
    { name: 'packed.xlsx', bytes: pieces('PK'), isPacked: true },
  ]
  const file = await buffer(zipStream(parts))
  const found = readZip(file)
  expect(found.map(({ name, isLarge }) => [name, isLarge])).toEqual([
    ['plain.csv', false],
    ['大.csv', true],
    ['packed.xlsx', false],
  ])
  expect(found.map(({ content }) => content.toString())).toEqual(['a,b\r\nc,d\r\n', 'x'.repeat(100_000), 'PK'])
  for (const { packed, content, crc } of found) {
    expect(inflateRawSync(packed).equals(content)).toBe(true)
    expect(crc32(content)).toBe(crc)
  }
})
