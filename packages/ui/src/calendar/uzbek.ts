/**
 * Uzbek in the words of CLDR. Chromium claims the language and writes it with root data (`2026
 * M11`, `Sat`), so its calendars cannot be read from Intl.
 */
const words = (text: string) => text.split(' ')

export const UZBEK_MONTHS = words(
  'yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr',
)
/** From Sunday on. */
export const UZBEK_WEEKDAYS = words('yakshanba dushanba seshanba chorshanba payshanba juma shanba')
export const UZBEK_SHORT_WEEKDAYS = words('Yak Dush Sesh Chor Pay Jum Shan')
