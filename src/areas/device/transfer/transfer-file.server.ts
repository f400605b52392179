import type { GivenNumber } from '#kernel/engine/items/item-store.ts'
import { itemImport } from '#kernel/services/line-file/item-import.server.ts'
import { deviceTransfer } from './device-transfer.doc.ts'
import { numbersByText } from './given-numbers.server.ts'
import { numbersFile as en } from './numbers-file.en.ts'
import { numbersFile as zh } from './numbers-file.zh.ts'

/** The numbers of a transfer from a workbook or a csv file. */
export const transferNumbers = itemImport({
  definition: deviceTransfer,
  titles: { en, zh },
  example: '356938035643809',
  numbersOf: (tx, importer, texts): Promise<ReadonlyMap<string, readonly GivenNumber[]>> =>
    numbersByText(tx, importer, texts),
})
