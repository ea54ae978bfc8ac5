import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { languageMap } from '../../../build/localizedPages.ts'
import template from '../../../index.html?raw'

const script =
  /<script nonce="__CSP_NONCE__">([\s\S]*?)<\/script>/
    .exec(template)?.[1]
    ?.replace('__X_LANGUAGES__', JSON.stringify(languageMap())) ?? ''
const body = /<body>([\s\S]*?)<\/body>/.exec(template)?.[1]?.replace(/<script[\s\S]*/, '') ?? ''

/** Dispatches to the listeners of the page's first script as the window would. */
let emit: (type: string, target?: unknown) => void
const html = document.documentElement
const notice = () => document.querySelector<HTMLElement>('#start-failed')

function runFirstScript(): void {
  const listeners = new Map<string, (event: unknown) => void>()
  emit = (type, target) => listeners.get(type)?.({ type, target })
  // The script is text in the page and is tested as that text.
  // oxlint-disable-next-line no-implied-eval, no-new-func
  new Function('addEventListener', script)((type: string, listener: (event: unknown) => void) =>
    listeners.set(type, listener),
  )
}

beforeEach(() => {
  document.body.innerHTML = body
})
afterEach(() => {
  for (const name of ['language', 'theme']) document.cookie = `${name}=; max-age=0`
})

describe('the first script of the page', () => {
  it('applies theme and language cookies before paint (locale Precedence)', () => {
    document.cookie = 'language=ar'
    document.cookie = 'theme=white'
    runFirstScript()
    expect([html.lang, html.dir, html.dataset['theme']]).toEqual(['ar', 'rtl', 'light'])
  })
  it('ignores cookies that no browser could decode (locale Precedence)', () => {
    document.cookie = 'language=%zz'
    document.cookie = 'theme=%'
    runFirstScript()
    expect([html.lang, html.dir, html.dataset['theme']]).toEqual(['en', 'ltr', 'dark'])
  })
})

describe('a page whose code does not come', () => {
  const scriptElement = () => document.createElement('script')
  it.each([
    ['a script was not loaded', () => emit('error', scriptElement())],
    ['a script threw', () => emit('error', window)],
    ['what a script fetches was not loaded', () => emit('unhandledrejection')],
  ])('says so instead of staying blank: %s', (_, fail) => {
    runFirstScript()
    expect(notice()?.hidden).toBe(true)
    fail()
    expect(notice()?.hidden).toBe(false)
    expect(notice()?.textContent).toMatch(/could not be shown/)
  })
  it('offers to load it again', () => {
    runFirstScript()
    emit('error', scriptElement())
    expect(notice()?.querySelector('button')?.onclick).toBeTypeOf('function')
  })
  it('says nothing about an image, nor once the app is on screen', () => {
    runFirstScript()
    emit('error', document.createElement('img'))
    expect(notice()?.hidden).toBe(true)
    document.querySelector('#app')?.append('the app')
    emit('unhandledrejection')
    expect(notice()?.hidden).toBe(true)
  })
})
