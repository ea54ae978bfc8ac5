import { describe, expect, it } from 'vitest'
import { composeLetter, readMailTexts } from './composeLetter.ts'
import type { OutgoingMessage } from './ports/MessageSender.ts'

const texts = readMailTexts()
const AT = Date.UTC(2026, 0, 2, 3, 4)
const code: OutgoingMessage = {
  to: 'a@example.com',
  channel: 'email',
  scene: 'login',
  code: '012345',
  language: 'de',
}
const changed: OutgoingMessage = {
  to: 'a@example.com',
  channel: 'email',
  scene: 'passwordChanged',
  at: AT,
  isHeld: true,
  path: '/account/setting',
}
const composing = { texts, antiphishing: 'Tulip77', origin: 'https://x.example' }

describe('the texts of mail', () => {
  it('are there in 26 languages with the same keys and places', () => {
    expect(texts.size).toBe(26)
    const places = (text = '') => (text.match(/\{\w+\}/g) ?? []).toSorted().join()
    const english = texts.get('en')!
    for (const [language, own] of texts) {
      expect(Object.keys(own), language).toEqual(Object.keys(english))
      for (const [key, text] of Object.entries(own))
        expect(`${key} ${places(text)}`, language).toBe(`${key} ${places(english[key])}`)
    }
  })
})

describe('a letter', () => {
  it('shows the code and the anti-phishing code in its reader’s language', () => {
    const { subject, text } = composeLetter(code, composing)
    expect(subject).toMatch(/: Code für die Anmeldung$/)
    expect(text).toContain('Ihr Code: 012345')
    expect(text).toContain('Ihr Anti-Phishing-Code: Tulip77')
  })
  it('falls back to English for an unknown language', () =>
    expect(composeLetter({ ...code, language: '__proto__' }, composing).text).toContain(
      'Your code: 012345',
    ))
  it('names time, pause and page of a change', () => {
    const { text } = composeLetter(changed, composing)
    expect(text).toContain('2026-01-02 03:04 (UTC)')
    expect(text).toContain('paused for 24 hours')
    expect(text).toContain('https://x.example/account/setting')
  })
  it('says when a change that waits takes effect', () => {
    const letter = composeLetter(
      { ...changed, scene: 'changeAsked', effectiveAt: AT + 259_200_000 },
      composing,
    )
    expect(letter.text).toContain('It takes effect on 2026-01-05 03:04 (UTC)')
  })
  it('is one line without anti-phishing code as a text message', () => {
    const { text } = composeLetter({ ...code, channel: 'mobile', to: '+8613800001234' }, composing)
    expect(text).not.toContain('\n')
    expect(text).not.toContain('Tulip77')
    expect(text).toContain('012345')
  })
  it('escapes what a user chose', () => {
    const { html } = composeLetter(
      { ...code, language: '"><script>' },
      { ...composing, antiphishing: '<img src=x>' },
    )
    expect(html).not.toMatch(/<(?:script|img)/)
  })
  it('reads from right to left in Arabic', () =>
    expect(composeLetter({ ...code, language: 'ar' }, composing).html).toContain('dir="rtl"'))
})

describe('the words of a letter', () => {
  const plain = new Map([
    [
      'en',
      {
        login: 'Code to log in',
        codeIs: 'Code:',
        codeValid: 'Valid {minutes} min',
        time: 'At {time} of {product}',
        notYou: 'Not you?',
        held: 'On hold',
        waits: 'From {time}',
        phrase: 'Phrase {code}',
        manage: 'Manage',
        filled: '{side} {amount} {asset}',
        buy: 'Bought',
        passwordChanged: 'Password changed',
      },
    ],
    ['xx', { login: 'Kode' }],
  ])
  const compose = (message: OutgoingMessage, changes: object = {}) =>
    composeLetter(message, { texts: plain, antiphishing: undefined, origin: undefined, ...changes })
  const notice: OutgoingMessage = {
    to: 'a@example.com',
    channel: 'email',
    scene: 'notice',
    text: 'filled',
    values: { side: 'buy', amount: '1', asset: 'BTC' },
    at: AT,
    path: '/notices',
  }

  it('come from English where the language lacks one', () => {
    const { subject, text } = compose({ ...code, language: 'xx' })
    expect(subject).toMatch(/: Kode$/)
    expect(text).toContain('Code: 012345')
  })

  it('are the name of the text where no language has it', () => {
    expect(compose({ ...notice, text: 'missing' }).subject).toMatch(/: missing$/)
  })

  it('leave out a value that nobody gave', () => {
    expect(compose({ ...code, language: 'en' }).text).toContain('Valid  min')
  })

  it('translate the side of an order, and nothing else of it', () => {
    expect(compose(notice).subject).toMatch(/: Bought 1 BTC$/)
    expect(compose({ ...notice, values: { ...notice.values, asset: 'buy' } }).subject).toMatch(
      /: Bought 1 buy$/,
    )
  })

  it('are put in once: a value is no text with places', () => {
    const values = { side: 'buy', amount: '{asset}', asset: '{product}' }
    expect(compose({ ...notice, values }).subject).toMatch(/: Bought \{asset\} \{product\}$/)
  })

  it('have links only where the site knows its address', () => {
    expect(compose(notice).text).not.toContain('/notices')
    const { text } = compose(notice, { origin: 'https://x.example' })
    expect(text).toContain('Manage\n\nhttps://x.example/notices')
    expect(compose(changed).text).not.toContain('/account/setting')
  })

  it('say to stop what waits, else to ask who it was', () => {
    expect(compose({ ...changed, isHeld: false }).text).toContain('Not you?')
    const waiting = compose({ ...changed, isHeld: false, effectiveAt: AT })
    expect(waiting.text).not.toContain('Not you?')
    expect(waiting.text).toContain('From 2026-01-02 03:04')
    expect(waiting.text).not.toContain('On hold')
  })

  it('have no phrase where the reader has none', () => {
    expect(compose(code).text).not.toContain('Phrase')
    expect(compose(code, { antiphishing: 'Tulip' }).text).toContain('Phrase Tulip')
  })

  it('are escaped in HTML, and not in text', () => {
    const values = { side: 'buy', amount: '<b>&"\'', asset: 'BTC' }
    const { html, text } = compose({ ...notice, values })
    expect(html).toContain('<h1>Bought &#60;b&#62;&#38;&#34;&#39; BTC</h1>')
    expect(text).toContain('Bought <b>&"\' BTC')
    expect(html).toMatch(/<html lang="en" dir="ltr">/)
  })
})
