import { createPreferences, parsePath, switchLocale } from '@x/locale'
import { createMessageFormat, createTranslate, type MessageFormat } from '@x/locale/messages'
import { formatNumber, formatValuation, readPastedAmount } from '@x/locale/numbers'
import { createMemoryStorage } from '@x/kit/testing'

// The language: address, cookie, storage, browser, English, in this order.
const { locale, path } = parsePath('/de/spot/BTCUSDT?code=7')
const preferences = createPreferences({
  cookies: createMemoryStorage(),
  storage: createMemoryStorage(),
  navigatorLanguages: ['fr-CA'],
  urlLocale: locale,
})
const { locale: language, unit } = preferences.getState()
console.log(language, unit, path) // de EUR /spot/BTCUSDT?code=7
console.log(switchLocale('/de/spot/BTCUSDT?code=7', 'zh-TC')) // /zh-TC/spot/BTCUSDT?code=7

// Numbers: decimal strings in, the same text in every engine out.
console.log(formatNumber('1234567.899', { locale: 'de', scene: 'usdt' })) // 1.234.567,89
console.log(formatValuation('0.004', { locale: 'en', currency: 'USD' })) // <$0.01

// Pasted amounts: one meaning, or a question. Never fifteen for 1,5.
const german = { locale: 'de', decimals: 8 } as const
console.log(readPastedAmount('1,5', german)) // { status: 'amount', text: '1.5' }
const unclear = readPastedAmount('1,234', german)
console.log(unclear.status, 'reason' in unclear && unclear.reason) // refused three-digits

// Messages: what the compiler writes for "{count, plural, one {# Order} other {# Orders}} offen".
const messages = {
  open: (a: { count: number }, f: MessageFormat) =>
    `${f.number(a.count)} ${f.plural(a.count) === 'one' ? 'Order' : 'Orders'} offen`,
}
const t = createTranslate(messages, createMessageFormat({ locale: 'de' }))
console.log(t('open', { count: 1200 })) // 1.200 Orders offen
