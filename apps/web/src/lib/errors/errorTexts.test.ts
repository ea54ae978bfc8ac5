import { ERRORS, errorSpec, type ErrorCode } from '@x/api'
import { type Locale, LOCALES } from '@x/locale'
import { createMessageFormat, createTranslate } from '@x/locale/messages'
import { RequestError } from '@x/request'
import { describe, expect, it } from 'vitest'
import { loaders } from '../../generated/messages/loaders.ts'
import { OTHER_ACCOUNT, serverText } from './serverText.ts'

/**
 * Codes without a text of the app, each with who shows it instead: none of them reaches the user
 * as the server's English.
 */
const SHOWN_ELSEWHERE: Readonly<Partial<Record<ErrorCode, string>>> = {
  '1': 'the request layer, by HTTP status (spec 8)',
  '401': 'the log-out',
  '20906': 'the log-out',
  '20205': 'the log-out',
  '00020': 'the request layer, after another attempt',
  '00021': 'the request layer, after another attempt',
  '00022': 'the request layer, after another attempt',
  '00023': 'the log-out',
  '40209': 'the withdrawal page',
  '40230': 'the withdrawal page',
  '40231': 'the withdrawal page',
  '40240': 'the pages of P2P, with their own texts',
  '40241': 'the pages of P2P, with their own texts',
  '40210': 'the screens of futures, with their own texts',
  '40211': 'the screens of futures, with their own texts',
  '40212': 'the screens of futures, with their own texts',
  '40213': 'the screens of futures, with their own texts',
  '40214': 'the screens of futures, with their own texts',
  '40215': 'the screens of futures, with their own texts',
  '40216': 'the screens of futures, with their own texts',
  '40217': 'the screens of futures, with their own texts',
  '40220': 'the screens of margin, with their own texts',
  '40221': 'the screens of margin, with their own texts',
  '40222': 'the screens of margin, with their own texts',
  '40223': 'the screens of margin, with their own texts',
}
const SERVER_TEXT = 'Server text in English, kk.'
const codes = [...(Object.keys(ERRORS) as ErrorCode[]), OTHER_ACCOUNT]
const own = codes.filter((code) => !(code in SHOWN_ELSEWHERE))
const FIELDS = [
  'email',
  'mobile',
  'areaCode',
  'loginName',
  'pwd',
  'googleCode',
  'orderType',
  'price',
  'size',
  'amount',
  'unforeseen',
]

const refusal = (code: string, data: unknown = null) =>
  new RequestError('business', { code, message: SERVER_TEXT, detail: { data } })
const translatorOf = async (locale: Locale) =>
  createTranslate(await loaders[locale](), createMessageFormat({ locale }))

describe('the table of error texts', () => {
  it('covers every code of the contract that a screen shows', async () => {
    const t = await translatorOf('en')
    expect(own.filter((code) => serverText(refusal(code), t) === SERVER_TEXT)).toEqual([])
  })

  it('leaves out only what is shown elsewhere', async () => {
    const t = await translatorOf('en')
    const left = codes.filter((code) => serverText(refusal(code), t) === SERVER_TEXT)
    expect(left.toSorted()).toEqual(Object.keys(SHOWN_ELSEWHERE).toSorted())
  })

  it('names different refusals of an order differently', async () => {
    const t = await translatorOf('en')
    const ofOrders = own.filter((code) => code.startsWith('402'))
    expect(ofOrders.length).toBeGreaterThan(7)
    const texts = ofOrders.map((code) => serverText(refusal(code), t))
    expect(new Set(texts).size).toBe(texts.length)
  })
})

describe.each<Locale>(LOCALES)('the error texts in %s', (locale) => {
  it('are there for every code and field', async () => {
    const t = await translatorOf(locale)
    const texts = [
      ...own.map((code) => serverText(refusal(code), t)),
      ...FIELDS.map((field) => serverText(refusal('40010', { field }), t)),
      serverText(undefined, t),
    ]
    expect(texts.filter((text) => text.trim().length < 4 || text === SERVER_TEXT)).toEqual([])
    // No message id, and no placeholder that was not filled.
    expect(texts.filter((text) => /error\.|[{}]|undefined|NaN/.test(text))).toEqual([])
  })

  it('are translated, except in variants of English', async () => {
    const [t, english] = await Promise.all([translatorOf(locale), translatorOf('en')])
    const same = own.filter(
      (code) => serverText(refusal(code), t) === serverText(refusal(code), english),
    )
    if (!['en', 'en-GB', 'asia'].includes(locale)) expect(same).toEqual([])
  })

  it('count the wait in seconds, then in whole minutes (SR5)', async () => {
    const t = await translatorOf(locale)
    const digits = (retryAfter: number) =>
      serverText(refusal('42901', { retryAfter }), t)
        .normalize('NFKC')
        .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
        .match(/\d+/)?.[0]
    expect([digits(7), digits(90), digits(91), digits(900)]).toEqual(['7', '90', '2', '15'])
  })
})

it('keeps the contract free of codes without a meaning', () => {
  expect((Object.keys(ERRORS) as ErrorCode[]).filter((code) => !errorSpec(code).meaning)).toEqual(
    [],
  )
})
