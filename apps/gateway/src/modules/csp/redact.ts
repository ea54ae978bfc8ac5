const MAX_TEXT = 300

/**
 * An address without what names people: query strings hold codes, addresses names and passwords,
 * data addresses whole documents.
 */
export function withoutQuery(value: unknown): string {
  return cut(value)
    .replace(/^(data|blob|javascript|about|filesystem):.*$/is, '$1')
    .replace(/[?#].*$/s, '')
    .replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/@]*@/i, '$1//')
}

/** Free words of a page; what looks like the query of an address in them goes. */
export function withoutAddressParts(value: unknown): string {
  return cut(value)
    .replace(/[?#]\S+/g, '')
    .replace(/\/\/[^\s/@]*@/g, '//')
}

/** What a log line can hold; anything but text is empty. */
export function cut(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : ''
}
