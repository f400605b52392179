/** The dialogs about chosen prices, loaded together when one of them is asked for. */
export { ChangePrices } from './ChangePrices.tsx'
export { MovePrices } from './MovePrices.tsx'
