/**
 * The entities that matter in or before a scheme: numbers, the colon, and every name that HTML
 * gives to controls, format characters and blanks. Two names of old count without their semicolon.
 */
const NAMES =
  'Tab|NewLine|ApplyFunction|InvisibleComma|InvisibleTimes|MediumSpace|NegativeMediumSpace|' +
  'NegativeThickSpace|NegativeThinSpace|NegativeVeryThinSpace|NoBreak|NonBreakingSpace|' +
  'ThickSpace|ThinSpace|VeryThinSpace|ZeroWidthSpace|af|emsp|emsp13|emsp14|ensp|hairsp|ic|it|' +
  'lrm|numsp|puncsp|rlm|thinsp|zwj|zwnj'
const ENTITY = new RegExp(
  `&(?:#[xX]([\\da-fA-F]+);?|#(\\d+);?|(colon);|(?:nbsp|shy);?|(?:${NAMES});)`,
  'g',
)

/**
 * The text, or `''` where it begins with a `javascript:` scheme once entities are decoded and
 * invisible characters removed (S5).
 */
export function safeText(value: unknown): string {
  if (typeof value !== 'string') return ''
  return /^javascript:/i.test(decodeOnce(value).replace(/[\p{C}\p{Z}\s]/gu, '')) ? '' : value
}

function decodeOnce(text: string): string {
  return text.replace(ENTITY, (all, hex?: string, digits?: string, colon?: string) => {
    if (colon) return ':'
    if (hex === undefined && digits === undefined) return ''
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}
