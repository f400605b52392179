/** Texts of the part of a price form that adds the SKUs of an SPU, in English. */
export const priceAddSpu = {
  title: 'Add all SKUs of an SPU',
  spu: 'SPU',
  price: 'Price of each (optional)',
  add: 'Add its SKUs',
  added: '{count} SKUs added; those that had a line keep it',
}

export type AddSpuTexts = typeof priceAddSpu
