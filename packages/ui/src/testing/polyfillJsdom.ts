/** Observes nothing: without layout no size ever changes. */
class NoopObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** A media query list that never changes. */
const unchanging = {
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  dispatchEvent: () => false,
}
/** No media query matches, so selects use their popup instead of the sheet. */
const matchMedia = (media: string) => ({ ...unchanging, media, matches: false })

/** Escapes a string for a selector. */
const escape = (text: string): string =>
  text.replace(/[^\w-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)

/** A matrix without a translation. */
class IdentityMatrix {
  readonly e = 0
  readonly f = 0
}

/**
 * Browser APIs that jsdom lacks and happy-dom has: media queries, sizes, scrolling and pointer
 * capture.
 */
const MISSING_APIS = {
  page: {
    matchMedia,
    ResizeObserver: NoopObserver,
    CSS: { escape },
    DOMMatrix: IdentityMatrix,
    scrollTo() {},
  },
  element: {
    scrollTo() {},
    scrollIntoView() {},
    setPointerCapture() {},
    releasePointerCapture() {},
  },
} as const

/**
 * Adds stubs of browser APIs that widgets use and that are missing, as in jsdom. Call it once in
 * the set-up file of the tests, before the first render.
 */
export function polyfillJsdom(): void {
  fill(globalThis, MISSING_APIS.page)
  fill(Element.prototype, MISSING_APIS.element)
}

function fill(target: object, members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members))
    if (Reflect.get(target, name) === undefined)
      Object.defineProperty(target, name, { value, configurable: true, writable: true })
}
