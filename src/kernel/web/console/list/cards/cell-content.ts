import { isValidElement, type ReactNode } from 'react'

type Props = Readonly<Record<string, unknown>> & { readonly children?: ReactNode }

const propsOf = (node: ReactNode): Props | null => (isValidElement<Props>(node) ? node.props : null)

const ZERO = /^-?0(\.0*)?$/

/** Whether a cell holds nothing (`/`, spec section 9), which a card leaves out; also an amount of zero, if that is asked. */
export function saysNothing(node: ReactNode, isZeroNothing: boolean): boolean {
  if (typeof node === 'string') return node === '' || node === '/'
  if (Array.isArray(node)) return node.every((each: ReactNode) => saysNothing(each, isZeroNothing))
  if (node === null || node === undefined || typeof node === 'boolean') return true
  const props = propsOf(node)
  if (!props) return false
  // An amount that leads somewhere has its figure within.
  if (props.children !== undefined) return saysNothing(props.children, isZeroNothing)
  if (!('value' in props)) return false
  const { value } = props
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (isZeroNothing && typeof value === 'string' && ZERO.test(value))
  )
}

/** The text of a cell that holds nothing else. */
export function plainContent(node: ReactNode): string | null {
  if (typeof node === 'string') return node
  const props = propsOf(node)
  return props ? plainContent(props.children) : null
}

/** Whether a cell leads somewhere by itself. */
export function isControl(node: ReactNode): boolean {
  const props = propsOf(node)
  return props !== null && ['to', 'href', 'onClick'].some((name) => props[name] !== undefined)
}

/** What a link says, where something else on the card leads there already. */
export function withoutLink(node: ReactNode): ReactNode {
  const props = propsOf(node)
  return props && (props['to'] !== undefined || props['href'] !== undefined) ? props.children : node
}
