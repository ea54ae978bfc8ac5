// The page of publishedStyles.test.ts: shows demos and compares computed styles.
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { UiProvider } from '../../../packages/ui/src/provider/UiProvider.tsx'
import { demos } from '../../../packages/ui/src/testing/support/demos.ts'

declare global {
  interface Window {
    show(name: string): void
    setStyles(sheets: readonly string[]): void
    remember(): Promise<void>
    /**
     * What looks different under other sheets. A `scaled` page has another size of type, which only
     * what has the page's type may follow; in an `other` one the space for a widget may differ too.
     */
    compare(sheets: readonly string[], page: 'same' | 'scaled' | 'other'): readonly string[]
  }
}

/** Elements whose type comes from where they are. */
const UNTYPED =
  '[class*=x-number], [class*=x-image], .x-visually-hidden-hidden, .x-tooltip-anchor, ' +
  '.x-scrollbar, [class*=x-scrollbar-], .x-skeleton-block, .x-skeleton-spinner'
/** Depends on time or on the size of the element. */
const MOVING = /^(rotate|perspective-origin|transform-origin)$/
/** Follows from the space that the page gives. Margins and limits of sizes do not. */
const OF_LAYOUT = new RegExp(
  '^(width|height|inline-size|block-size|top|right|bottom|left|inset-.*|grid-template-.*|' +
    'flex-basis|scroll-padding-.*)$',
)
const INHERITED = new RegExp(
  '^(font.*|letter-spacing|word-spacing|line-height|color|text-.*|white-space.*|.*-color|' +
    '-webkit-text-.*|fill|stroke|list-style.*|-webkit-font-smoothing|vertical-align)$',
)
/** Inherited from the page by what no widget sets. */
const OF_PAGE = /^(tab-size|-webkit-tap-highlight-color)$/

interface Look {
  readonly element: Element
  readonly part: string | undefined
  readonly name: string
  readonly isTyped: boolean
  readonly values: readonly string[]
}

let root: Root | undefined
let before: readonly Look[] = []
let properties: readonly string[] = []

function looks(): readonly Look[] {
  return [...document.querySelectorAll<HTMLElement>('.x-ui, .x-ui > svg')].flatMap((element) =>
    [undefined, '::before', '::after', '::placeholder'].flatMap((part) => {
      const style = getComputedStyle(element, part)
      if (part !== undefined && part !== '::placeholder' && style.content === 'none') return []
      if (part === '::placeholder' && !element.hasAttribute('placeholder')) return []
      if (properties.length === 0) properties = Array.from(style)
      return [
        {
          element,
          part,
          name: `${element.getAttribute('class')?.replaceAll('x-ui ', '')}${part ?? ''}`,
          isTyped: element.closest(`.x-ui:not(${UNTYPED})`) !== null,
          values: properties.map((property) => style.getPropertyValue(property)),
        },
      ]
    }),
  )
}

Object.assign(window, {
  show(name: string) {
    root?.unmount()
    document.body.replaceChildren()
    const main = document.createElement('main')
    document.body.append(main)
    const Demo = demos[name]
    if (!Demo) throw new Error(`no demo ${name}`)
    root = createRoot(main)
    const element = (
      <UiProvider language="en">
        <Demo />
      </UiProvider>
    )
    flushSync(() => root?.render(element))
  },
  setStyles(sheets: readonly string[]) {
    const styles = sheets.map((text) => {
      const style = document.createElement('style')
      style.className = 'sheet'
      style.textContent = text
      return style
    })
    // The menu adds a sheet of its own, which stays.
    for (const old of document.querySelectorAll('style.sheet')) old.remove()
    document.head.append(...styles)
  },
  async remember() {
    for (let frame = 0; frame < 3; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(finite.map((animation) => animation.finished))
    before = looks()
  },
  compare(sheets: readonly string[], page: 'same' | 'scaled' | 'other') {
    window.setStyles(sheets)
    const after = Map.groupBy(looks(), ({ element }) => element)
    const skips = (look: Look, property: string) =>
      MOVING.test(property) ||
      (page === 'other' && (OF_LAYOUT.test(property) || OF_PAGE.test(property))) ||
      (page !== 'same' && !look.isTyped && (INHERITED.test(property) || OF_LAYOUT.test(property)))
    const found = before.flatMap((look) => {
      const now = after.get(look.element)?.find(({ part }) => part === look.part)
      if (!now) return look.element.isConnected ? [`${look.name} has disappeared`] : []
      return properties.flatMap((property, index) => {
        const [was, is] = [look.values[index], now.values[index]]
        return was === is || skips(look, property)
          ? []
          : [`${look.name} ${property}: ${was} -> ${is}`]
      })
    })
    return [...new Set(found)]
  },
})
