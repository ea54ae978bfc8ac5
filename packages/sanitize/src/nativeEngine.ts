import type { Engine } from './engine.ts'

/** The part of the Sanitizer API that is used. */
interface NativeElement extends HTMLElement {
  setHTML(html: string, options: { readonly sanitizer: object }): void
}

export interface NativePlatform {
  readonly Sanitizer: new (config: object) => object
  /** A document in which nothing loads or runs. */
  createDocument(): Document
}

/**
 * Engine B (S1): `Element.setHTML` with a sanitiser made from the policy, then the same pass over
 * the attributes as the other engine.
 */
export const createNativeEngine =
  ({ Sanitizer, createDocument }: NativePlatform): Engine =>
  (html, { policy, keep }) => {
    const host = createDocument().createElement('div') as HTMLElement as NativeElement
    const elements = Object.entries(policy.tags).map(([name, attributes]) => ({ name, attributes }))
    const sanitizer = new Sanitizer({
      elements,
      attributes: policy.globalAttributes,
      comments: false,
      dataAttributes: false,
    })
    host.setHTML(html, { sanitizer })
    for (const element of host.querySelectorAll('*')) {
      const kept = keep(
        element.localName,
        Array.from(element.attributes, ({ name, value }) => [name, value] as const),
      )
      if (kept) rewrite(element, kept)
      else element.remove()
    }
    return host.innerHTML
  }

function rewrite(element: Element, kept: ReadonlyMap<string, string>): void {
  for (const name of element.getAttributeNames()) if (!kept.has(name)) element.removeAttribute(name)
  for (const [name, value] of kept)
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}
