/** Types of the used part of bpmn-moddle, which ships types of the elements but none of itself. */
declare module 'bpmn-moddle' {
  export interface ModdleElement {
    readonly $type: string
    readonly id?: string
    readonly [property: string]: unknown
    get(name: string): unknown
    set(name: string, value: unknown): void
  }
  export class BpmnModdle {
    create(type: string, properties?: Readonly<Record<string, unknown>>): ModdleElement
    toXML(element: ModdleElement, options?: { readonly format?: boolean }): Promise<{ readonly xml: string }>
    fromXML(xml: string): Promise<{
      readonly rootElement: ModdleElement
      readonly warnings: readonly unknown[]
      readonly elementsById: Readonly<Record<string, ModdleElement>>
    }>
  }
}
