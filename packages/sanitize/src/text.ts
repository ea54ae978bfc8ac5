/** The names that HTML gives to characters which matter in or before a scheme. */
const NAMED: Readonly<Record<string, string>> = { Tab: '', NewLine: '', colon: ':', nbsp: '' }

/** The text, or `''` where it begins with a `javascript:` scheme once entities are decoded and invisible characters removed (S5). */
export function safeText(value: unknown): string {
  if (typeof value !== 'string') return ''
  return /^javascript:/i.test(decodeOnce(value).replace(/[\p{C}\p{Z}\s]/gu, '')) ? '' : value
}

function decodeOnce(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|([a-z]+));?/gi, (all, hex?: string, digits?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? all
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}
