/**
 * Every cleaner as `globalThis.cleaners` of a page, each from dirty to clean HTML. `raw` is the
 * control.
 */
export const OURS = `
import { createSanitizer } from './src/exports/index.ts'
import { createServerSanitizer } from './src/exports/server.ts'
const options = {
  ownOrigin: location.origin,
  origins: ['https://static.example'],
  extend: { classes: ['up', 'down'] },
}
const page = createSanitizer(options)
const library = createServerSanitizer(options)
globalThis.cleaners = {
  '@x/sanitize, by the browser': (html) => page.html(html),
  '@x/sanitize, by sanitize-html': async (html) => library.html(html),
}
globalThis.ready = true
`

export const PEERS = `
import createDOMPurify from 'dompurify'
import sanitizeHtml from 'sanitize-html'
const purify = createDOMPurify(window)
globalThis.cleaners = {
  'no sanitiser (control)': async (html) => html,
  DOMPurify: async (html) => purify.sanitize(html),
  'sanitize-html': async (html) => sanitizeHtml(html),
  'Element.setHTML alone': async (html) => {
    const host = document.implementation.createHTMLDocument('').createElement('div')
    host.setHTML(html)
    return host.innerHTML
  },
}
globalThis.ready = true
`
