const SHOWN = 4
const COVER = '••••'

/** The end of a value, at most half of it. */
export function masked(value: string): string {
  const signs = [...value]
  const shown = Math.min(SHOWN, Math.floor(signs.length / 2))
  return COVER + signs.slice(signs.length - shown).join('')
}
