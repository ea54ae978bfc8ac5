/**
 * Mail addresses, and runs of 24 characters and more with a digit among them, as keys, tokens and
 * signatures are.
 */
const PERSONAL = /[^\s@"'<>]+@[^\s@"'<>]+|(?=[A-Za-z0-9+/_=-]*[0-9])[A-Za-z0-9+/_=-]{24,}/g

const MAX_CHARACTERS = 300

/**
 * Words of an error, cut, without queries of addresses and without what could name a person or open
 * something. The gateway does the same: it need not trust us, nor we it.
 */
export function redact(text: string): string {
  const head = text.slice(0, MAX_CHARACTERS)
  // The word that the cut goes through is judged whole: the half of a token looks like none.
  const [rest = ''] = /^[^\s"'<>]*/.exec(text.slice(MAX_CHARACTERS, 2 * MAX_CHARACTERS)) ?? []
  return withoutSecrets(head + rest).slice(0, MAX_CHARACTERS)
}

const withoutSecrets = (text: string): string =>
  text.replace(/[?#][^\s"'<>)]+/g, '').replace(PERSONAL, '…')

/** An address without query and fragment; of one that carries its content, the scheme alone. */
export function withoutQuery(address: string): string {
  return address
    .replace(/^(data|blob|javascript|about|filesystem):.*$/is, '$1')
    .replace(/[?#].*$/s, '')
    .slice(0, MAX_CHARACTERS)
}
