/**
 * Uzbek in the words of CLDR 48. Chromium claims the language and formats it with root data
 * (measured in Chromium 156: `2026 M11 6`, `-3 min`), so its dates, ages and currency names
 * (uzbekCurrencies.ts) cannot come from Intl. Its numbers are in numberPatterns.ts.
 */
const words = (text: string) => text.split(' ')

export const UZBEK_MONTHS = words(
  'yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr',
)
export const UZBEK_SHORT_MONTHS = words('yan fev mar apr may iyn iyl avg sen okt noy dek')
export const UZBEK_WEEKDAYS = words('yakshanba dushanba seshanba chorshanba payshanba juma shanba')
export const UZBEK_UNITS = {
  second: 'soniya',
  minute: 'daqiqa',
  hour: 'soat',
  day: 'kun',
  month: 'oy',
  year: 'yil',
} as const
