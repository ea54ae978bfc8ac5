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
