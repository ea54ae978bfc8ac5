/**
 * Names of currencies in the Uzbek of CLDR 48, in the order of CURRENCY_CODES; why they are kept,
 * uzbek.ts says. By themselves, since few pages name currencies.
 */
export const UZBEK_CURRENCIES = (
  'AQSH dollari|Janubiy Koreya voni|Yaponiya iyenasi|Vyetnam dongi|Rossiya ' +
  'rubli|Yevro|Turk lirasi|Xitoy yuani|Yangi Tayvan dollari|Indoneziya ' +
  'rupiyasi|Filippin pesosi|Gonkong dollari|Tailand bati'
).split('|')
