import type { Page } from '@playwright/test'

export interface Inspection {
  /** What a reader sees or hears: each visible text, label, placeholder, title and alternative text; what names a language of its own (`lang`) is left out. */
  readonly texts: readonly string[]
  /** Texts that are cut off or run out of their box, and pages that scroll sideways: `what: where`. */
  readonly clipped: readonly string[]
  /** Runs of Latin letters and digits that no isolate, override or element of their own keeps apart from words of the right-to-left text around them. */
  readonly bare: readonly string[]
}

/** Everything about the texts of a page that only the browser knows. */
export function inspectTexts(page: Page): Promise<Inspection> {
  return page.evaluate(() => {
    const SLACK = 1.5
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    const isSpoken = (element: Element) => {
      // A box of one pixel is for screen readers; what is not painted has no box at all.
      const { width, height } = element.getBoundingClientRect()
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 1 && height > 1
    }
    const nameOf = (element: Element) => {
      const classes = [...element.classList].slice(0, 1).map((name) => `.${name}`)
      return `${element.tagName.toLowerCase()}${classes.join('')}`
    }
    const where = (element: Element) => [element.parentElement?.parentElement, element.parentElement, element].filter((one) => one !== null && one !== undefined).map(nameOf).join(' > ')
    const boxOf = (element: Element) => element.getBoundingClientRect()
    const fault = (node: Text, element: HTMLElement): string | undefined => {
      const range = document.createRange()
      range.selectNodeContents(node)
      const words = range.getBoundingClientRect()
      if (words.width === 0) return undefined
      for (let at: HTMLElement | null = element; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at)
        if (style.display.startsWith('inline') && style.display !== 'inline-block' && style.display !== 'inline-flex' && style.display !== 'inline-grid') continue
        const box = boxOf(at)
        if (style.textOverflow === 'ellipsis' && hides(style.overflowX)) return undefined
        if (scrolls(style.overflowX) && scrolls(style.overflowY)) return undefined
        const isOut = words.left < box.left - SLACK || words.right > box.right + SLACK
        const isBelow = words.top < box.top - SLACK || words.bottom > box.bottom + SLACK
        if (hides(style.overflowX) && isOut) return `cut off by ${nameOf(at)}`
        if (hides(style.overflowY) && isBelow && !scrolls(style.overflowY)) return `cut off in height by ${nameOf(at)}`
        if (scrolls(style.overflowX)) return undefined
        if (isOut) return `runs out of ${nameOf(at)}`
        if (style.position !== 'static') return undefined
      }
      return undefined
    }
    const texts: string[] = []
    const clipped: string[] = []
    const bare: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (!element || text === '' || element.closest('script, style, noscript, svg, canvas, body [lang]') || !isSpoken(element)) continue
      texts.push(text)
      const what = fault(node as Text, element)
      if (what !== undefined) clipped.push(`${what}: “${text.slice(0, 40)}” in ${where(element)}`)
      const unisolated = text.replace(/[\u2066-\u2068][^\u2069]*\u2069/gu, '')
      if (/\p{Script=Arabic}/u.test(unisolated) && /[A-Za-z]{2,}|\d[\d.,]*/u.test(unisolated)) bare.push(`“${text.slice(0, 80)}” in ${where(element)}`)
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt], [aria-description]')) {
      if (!isSpoken(element)) continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description']) {
        const text = element.getAttribute(name)?.trim() ?? ''
        if (text !== '') texts.push(text)
      }
    }
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) clipped.push(`the page scrolls sideways: ${scrollWidth} of ${clientWidth} px`)
    return { texts: [...new Set(texts)], clipped: [...new Set(clipped)], bare: [...new Set(bare)] }
  })
}
