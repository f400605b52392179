import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { schemeApplication } from './scheme-application.doc.ts'

/** Stock is a column of price protection only. */
export function lineColumns({ schemeType }: Values): readonly string[] {
  const all = schemeApplication.view?.lines?.columns ?? []
  return schemeType === 'priceProtection' ? all : all.filter((column) => column !== 'stockUnits')
}
