import { LOCALES, type Locale } from '@x/locale'
import { createMessageFormat, createTranslate, loadMessages } from '@x/locale/messages'
import { describe, expect, it } from 'vitest'
import { partLoaders, textLoaders } from '../messages/messages.ts'
import { FUTURES_TEXTS, type FuturesErrorTexts, futuresErrorText } from './futuresErrorText.ts'

async function translatorOf(locale: Locale): Promise<FuturesErrorTexts> {
  const [{ app }, futures] = await Promise.all([
    loadMessages(locale, textLoaders),
    loadMessages(locale, partLoaders.futures),
  ])
  return createTranslate({ ...app, ...futures }, createMessageFormat({ locale }))
}

const CODES = ['40210', '40211', '40212', '40213', '40214', '40215', '40216', '40217']
const refusal = (code: string) => ({ code, message: 'as the server put it' })

describe('the refusals of futures (futures 11)', () => {
  it('are all of the contract', () => {
    expect(Object.keys(FUTURES_TEXTS)).toEqual(CODES)
  })

  it.each<Locale>(LOCALES)('have a text each in %s', async (locale) => {
    const t = await translatorOf(locale)
    const texts = CODES.map((code) => futuresErrorText(refusal(code), t))
    expect(new Set(texts).size).toBe(CODES.length)
    expect(texts.filter((text) => text.includes('as the server'))).toEqual([])
  })

  it.each([
    ['40210', 'There is no position that this order could reduce.'],
    ['40211', 'This leverage is not allowed for a position of this size.'],
    ['40212', 'The position would be above its limit.'],
    ['40213', 'The position would be liquidated at once.'],
    ['40214', 'Close positions and cancel open orders first.'],
    ['40215', 'This account is being liquidated.'],
    ['40216', 'The price is beyond the bankruptcy price of the position.'],
    ['40217', 'Open positions need this margin.'],
    ['40201', 'The available balance is not enough.'],
    ['40401', 'It does not exist, or no longer.'],
  ])('says %s in English', async (code, text) => {
    expect(futuresErrorText(refusal(code), await translatorOf('en'))).toBe(text)
  })

  it('separates a missing mark from a price off the band', async () => {
    const t = await translatorOf('en')
    const texts = [{}, { data: { field: 'price' } }].map((part) =>
      futuresErrorText({ ...refusal('40205'), ...part }, t),
    )
    expect(texts).toEqual([
      'There is no fresh mark price yet. Try again in a few seconds.',
      'The price is too far from the market.',
    ])
  })

  it('says what the server said of a code that is not known', async () => {
    const t = await translatorOf('en')
    expect(futuresErrorText(refusal('49999'), t)).toBe('as the server put it')
  })

  it.each(['constructor', 'toString', '__proto__'])('reads no text off %s', async (code) => {
    expect(futuresErrorText(refusal(code), await translatorOf('en'))).toBe('as the server put it')
  })
})
