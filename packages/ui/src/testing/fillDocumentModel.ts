/** Nothing has a size where nothing is laid out, so none ever changes. */
class StillObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** No change of the screen is ever told. */
const neverTold = {
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  dispatchEvent: () => false,
}
/** A screen of which nothing is known: no query holds, and a select hangs on its field. */
const matchMedia = (media: string) => ({ ...neverTold, media, matches: false })

/** For a string in a selector. */
const escape = (text: string): string =>
  text.replace(/[^\w-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)

/** Nothing is moved. */
class StillMatrix {
  readonly e = 0
  readonly f = 0
}

/**
 * What browsers have, happy-dom has, and jsdom has not: screen, sizes, scrolling, pointers that are
 * caught.
 */
const LACKING = {
  page: {
    matchMedia,
    ResizeObserver: StillObserver,
    CSS: { escape },
    DOMMatrix: StillMatrix,
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
 * Puts what the widgets ask a browser for where it is missing, as in jsdom, and changes nothing
 * else. Call it once, before the first widget is drawn: in the set-up file of the tests.
 */
export function fillDocumentModel(): void {
  fill(globalThis, LACKING.page)
  fill(Element.prototype, LACKING.element)
}

function fill(target: object, members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members))
    if (Reflect.get(target, name) === undefined)
      Object.defineProperty(target, name, { value, configurable: true, writable: true })
}
