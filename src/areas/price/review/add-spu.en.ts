/** Texts of the part of a price form that adds the SKUs of an SPU, in English. */
export const priceAddSpu = {
  title: 'Add all SKUs of an SPU',
  spu: 'SPU by code or name',
  search: 'Search',
  none: 'No SPU with SKUs in life has this code or name',
  added: '{count} SKUs added; those that had a line keep it',
}

export type AddSpuTexts = typeof priceAddSpu
