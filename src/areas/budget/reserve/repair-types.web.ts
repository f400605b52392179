import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { pageAddress } from '#kernel/web/console/client/document-api.ts'
import type { BoardRow } from '#kernel/services/reserve-confirmation/board-wire.ts'
import { budgetTransfer } from '../transfer/budget-transfer.doc.ts'
import { countryBudget } from '../country-budget/country-budget.doc.ts'
import { poolBudget } from '../pool/pool-budget.doc.ts'

/** Documents of the area whose reserves are confirmed. */
const RESERVING = [countryBudget, budgetTransfer, poolBudget]

export function reservingTypes(): readonly { readonly name: string; readonly label: string }[] {
  return RESERVING.map((definition) => ({ name: definition.name, label: documentTexts(definition).text('label') }))
}

export function typeText(name: string): string {
  return reservingTypes().find((type) => type.name === name)?.label ?? name
}

/** Null for a type without a page here. */
export function reserveAddress({ documentType, formInstanceId }: BoardRow): string | null {
  const definition = RESERVING.find(({ name }) => name === documentType)
  return definition ? pageAddress(definition, 'pc', formInstanceId) : null
}
