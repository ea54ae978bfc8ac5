import { LOCALES } from '@x/locale'
import { createMessageFormat, createTranslate } from '@x/locale/messages'
import { RequestError } from '@x/request'
import { describe, expect, it } from 'vitest'
import { loaders } from '../../generated/messages/loaders.ts'
import { loaders as marginLoaders } from '../../generated/messages/margin/loaders.ts'
import { MARGIN_TEXTS, marginErrorText } from './marginErrorText.ts'

const refusal = (code: string) =>
  new RequestError('business', { code, message: 'Server text', detail: { data: null } })

async function translatorOf(locale: (typeof LOCALES)[number]) {
  const [app, margin] = await Promise.all([loaders[locale](), marginLoaders[locale]()])
  return createTranslate({ ...app, ...margin }, createMessageFormat({ locale }))
}

describe('refusals of margin', () => {
  it.each([
    ['40211', 'Repay debts and cancel orders on credit first.'],
    ['40214', 'Repay debts and cancel orders on credit first.'],
    ['40215', 'This account is being liquidated.'],
    ['40220', 'The loan would be above your limit.'],
    ['40221', 'The pool cannot lend that much now.'],
    ['40222', 'The margin level would be too low.'],
    ['40223', 'Nothing is owed in this asset.'],
    ['40201', 'The available balance is not enough.'],
  ])('%s have their own text (futures 11)', async (code, text) => {
    expect(marginErrorText(refusal(code), await translatorOf('en'))).toBe(text)
  })

  it('distinguish a loan without a price from an order', async () => {
    const t = await translatorOf('en')
    expect(marginErrorText(refusal('40205'), t)).toContain('Prices are not current')
    expect(marginErrorText(refusal('40205'), t, { isLoan: false })).toContain('too far')
  })

  it.each(LOCALES)('are translated in %s', async (locale) => {
    const [t, english] = await Promise.all([translatorOf(locale), translatorOf('en')])
    for (const code of Object.keys(MARGIN_TEXTS)) {
      const text = marginErrorText(refusal(code), t)
      expect(text).not.toBe('Server text')
      if (!['en', 'en-GB', 'asia'].includes(locale))
        expect(text).not.toBe(marginErrorText(refusal(code), english))
    }
  })
})
