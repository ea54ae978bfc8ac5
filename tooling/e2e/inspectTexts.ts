import type { Page } from '@playwright/test'

export interface Inspection {
  /**
   * What a reader sees or hears: each visible text, label, placeholder, title and alternative text;
   * what names a language of its own (`lang`) is left out.
   */
  readonly texts: readonly string[]
  /**
   * Texts that are cut off or run out of their box, and pages that scroll sideways: `what: where`.
   */
  readonly clipped: readonly string[]
  /**
   * Latin names and signed numbers in a line with Arabic words that no isolate, mark or element of
   * their own keeps apart from them.
   */
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
      return (
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        width > 1 &&
        height > 1
      )
    }
    const nameOf = (element: Element) => {
      const classes = [...element.classList].slice(0, 1).map((name) => `.${name}`)
      return `${element.tagName.toLowerCase()}${classes.join('')}`
    }
    const where = (element: Element) =>
      [element.parentElement?.parentElement, element.parentElement, element]
        .filter((one) => one !== null && one !== undefined)
        .map(nameOf)
        .join(' > ')
    const boxOf = (element: Element) => element.getBoundingClientRect()
    const fault = (node: Text, element: HTMLElement): string | undefined => {
      const range = document.createRange()
      range.selectNodeContents(node)
      const words = range.getBoundingClientRect()
      if (words.width === 0) return undefined
      for (
        let at: HTMLElement | null = element;
        at && at !== document.body;
        at = at.parentElement
      ) {
        const style = getComputedStyle(at)
        // Texts for screen readers alone.
        if (style.clipPath === 'inset(50%)') return undefined
        // It has no box of its own.
        if (style.display === 'contents') continue
        if (
          style.display.startsWith('inline') &&
          style.display !== 'inline-block' &&
          style.display !== 'inline-flex' &&
          style.display !== 'inline-grid'
        )
          continue
        const box = boxOf(at)
        if (style.textOverflow === 'ellipsis' && hides(style.overflowX)) return undefined
        if (scrolls(style.overflowX) && scrolls(style.overflowY)) return undefined
        const isOut = words.left < box.left - SLACK || words.right > box.right + SLACK
        const isBelow = words.top < box.top - SLACK || words.bottom > box.bottom + SLACK
        if (hides(style.overflowX) && isOut) return `cut off by ${nameOf(at)}`
        if (hides(style.overflowY) && isBelow && !scrolls(style.overflowY))
          return `cut off in height by ${nameOf(at)}`
        if (scrolls(style.overflowX)) return undefined
        if (isOut) return `runs out of ${nameOf(at)}`
        if (style.position !== 'static') return undefined
      }
      return undefined
    }
    // A lone word or an unsigned number keeps its place among Arabic words; a sign before a number,
    // and a number beside a Latin word, change sides.
    const LATIN = /[-+\u2212]\d|[A-Za-z]{2,}/u
    const isMovable = (text: string) => {
      const loose = text.replace(
        /[\u2066-\u2068][^\u2069]*\u2069|\u200e[^\p{Script=Arabic}]*/gu,
        ' ',
      )
      return (
        /\p{Script=Arabic}/u.test(loose) &&
        (/(?<![\w\u200f])[-+\u2212]\d/u.test(loose) ||
          /[A-Za-z]{2,}[^\p{L}\p{N}]+\d|\d[^\p{L}\p{N}]+[A-Za-z]{2,}/u.test(loose))
      )
    }
    /**
     * Whether a text stands in one line with Arabic words of other elements, and nothing keeps it
     * apart from them.
     */
    const sharesItsLine = (element: Element) => {
      let at: Element | null = element
      for (; at; at = at.parentElement) {
        const { display, unicodeBidi } = getComputedStyle(at)
        if (/isolate|plaintext/.test(unicodeBidi) && display === 'inline') return false
        if (display !== 'inline') break
      }
      return (
        at !== null &&
        !/flex|grid|table$|row/.test(getComputedStyle(at).display) &&
        [...at.childNodes].some((child) => inlineWords(child, element))
      )
    }
    const inlineWords = (node: Node, but: Element): boolean => {
      if (node instanceof Text)
        return node.parentElement !== but && /\p{Script=Arabic}/u.test(node.data)
      if (
        !(node instanceof Element) ||
        getComputedStyle(node).display !== 'inline' ||
        /isolate|plaintext/.test(getComputedStyle(node).unicodeBidi)
      )
        return false
      return [...node.childNodes].some((child) => inlineWords(child, but))
    }
    const texts: string[] = []
    const clipped: string[] = []
    const bare: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (
        !element ||
        text === '' ||
        element.closest('script, style, noscript, svg, canvas, body [lang]') ||
        !isSpoken(element)
      )
        continue
      texts.push(text)
      const what = fault(node as Text, element)
      if (what !== undefined) clipped.push(`${what}: “${text.slice(0, 40)}” in ${where(element)}`)
      if (
        isMovable(text) ||
        (!/\p{Script=Arabic}/u.test(text) && LATIN.test(text) && sharesItsLine(element))
      )
        bare.push(`“${text.slice(0, 80)}” in ${where(element)}`)
    }
    for (const element of document.querySelectorAll(
      '[aria-label], [placeholder], [title], [alt], [aria-description]',
    )) {
      if (!isSpoken(element)) continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description']) {
        const text = element.getAttribute(name)?.trim() ?? ''
        if (text !== '') texts.push(text)
      }
    }
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth)
      clipped.push(`the page scrolls sideways: ${scrollWidth} of ${clientWidth} px`)
    return { texts: [...new Set(texts)], clipped: [...new Set(clipped)], bare: [...new Set(bare)] }
  })
}
