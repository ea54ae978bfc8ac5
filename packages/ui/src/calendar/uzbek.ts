/**
 * Uzbek names from CLDR. Chromium claims to support Uzbek but formats it with root data (`2026
 * M11`, `Sat`), so Intl cannot be used.
 */
const words = (text: string) => text.split(' ')

/** January first. */
export const UZBEK_MONTHS = words(
  'yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr',
)
/** Sunday first. */
export const UZBEK_WEEKDAYS = words('yakshanba dushanba seshanba chorshanba payshanba juma shanba')
/** Sunday first. */
export const UZBEK_SHORT_WEEKDAYS = words('Yak Dush Sesh Chor Pay Jum Shan')
