import { useState } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { useButtonCodes, useSession } from '../shell/session-context.ts'

export const submitRight = (definition: AnyDefinition): string => definition.actions['submit']?.right ?? ''

/**
 * Whether the person may raise this type on the open page; null while unknown. If it cannot be determined nothing is
 * refused here: the server decides on every save and submit. Input in progress stays even if the answer changes.
 */
export function useMayRaise(definition: AnyDefinition, path: string): boolean | null {
  const { menus, superAdmin } = useSession()
  const { data, isError } = useButtonCodes(menus.find((entry) => entry.url === path)?.code ?? '')
  const [was, setWas] = useState(false)
  const may = was || superAdmin || isError || (data?.includes(submitRight(definition)) ?? null)
  if (may && !was) setWas(true)
  return may
}
