import { type Locale, LOCALES } from '@x/locale'
import { createMessageFormat, createTranslate } from '@x/locale/messages'
import { RequestError } from '@x/request'
import { expect, it } from 'vitest'
import { loaders } from '../../generated/messages/loaders.ts'
import { loaders as pageLoaders } from '../../generated/messages/pages/loaders.ts'
import { accountText } from './accountText.ts'

type Translate = Parameters<typeof accountText>[1]
const FIELDS = ['token', 'provider', 'credential', 'label']

const translatorOf = async (locale: Locale) => {
  const [app, pages] = await Promise.all([loaders[locale](), pageLoaders[locale]()])
  const format = createMessageFormat({ locale })
  return createTranslate({ ...app, ...pages }, format) as Translate
}
const refusal = (code: string, field?: string) =>
  new RequestError('business', { code, message: 'server text', detail: { data: { field } } })

it('has a text of the account for each field that it refuses', async () => {
  const t = await translatorOf('en')
  expect(FIELDS.map((field) => accountText(refusal('40010', field), t))).toEqual([
    'This identity opens another account already, or one of its kind is connected.',
    'This is the only way into your account and stays.',
    'This passkey is not accepted, or is registered already.',
    'This name is not accepted, or there are too many sub-accounts.',
  ])
})

it('says that a service is away, not that trading is paused', async () => {
  const t = await translatorOf('en')
  expect(accountText(refusal('00006'), t)).toBe('This is not available at the moment.')
})

it.each(['constructor', '__proto__', 'toString', 'email'])(
  'leaves the field %s to the texts of all screens',
  async (field) => {
    const t = await translatorOf('en')
    expect(FIELDS.map((known) => accountText(refusal('40010', known), t))).not.toContain(
      accountText(refusal('40010', field), t),
    )
  },
)

it.each<Locale>(LOCALES)('has a text in %s for each of them', async (locale) => {
  const [t, english] = await Promise.all([translatorOf(locale), translatorOf('en')])
  const textsIn = (translate: Translate) => [
    accountText(refusal('00006'), translate),
    ...FIELDS.map((field) => accountText(refusal('40010', field), translate)),
  ]
  const texts = textsIn(t)
  expect(new Set(texts).size).toBe(texts.length)
  if (!['en', 'en-GB', 'asia'].includes(locale))
    expect(texts.filter((text) => textsIn(english).includes(text))).toEqual([])
})
