/**
 * Full-width and Thai digits and the Arabic-Indic and Persian blocks: in each the low four bits
 * count from the block's zero.
 */
const FOREIGN_DIGIT = /[٠-٩۰-۹๐-๙０-９]/g
/**
 * Other characters that mean a dot (full-width and ideographic full stops, Arabic decimal sign), a
 * comma or a space. Direction marks are removed.
 */
const FOREIGN_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[．。｡٫]/g, '.'],
  [/[，､、،]/g, ','],
  [/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, ''],
  [/[\s'’٬]/g, ' '],
]

/**
 * The text in ASCII digits, with `.` `,` and ` ` as its only signs; every other character stays as
 * it is.
 */
export function plainText(text: string): string {
  const digits = text.replace(FOREIGN_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf))
  return FOREIGN_SIGNS.reduce((plain, [foreign, sign]) => plain.replace(foreign, sign), digits)
}
