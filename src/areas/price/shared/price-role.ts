/** What a reader of prices may see besides the prices themselves: three rights, which `role/get` answers. */
export const PRICE_ROLE = {
  cost: 'price.cost.view',
  margin: 'price.margin.view',
  floor: 'price.floor.view',
} as const
