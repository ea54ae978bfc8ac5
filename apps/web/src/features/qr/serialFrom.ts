/**
 * Where a device that is logged in decides; in the allow-list of paper mode (spec section 2) by its
 * first part.
 */
export const DECIDE_PATH = '/account/setting/qr'

const SERIAL = /^[A-Za-z0-9_-]{8,64}$/

/** What the picture says. No language: the device that reads it has its own. */
export const linkOf = (serialNO: string, { origin }: { readonly origin: string }): string =>
  `${origin}${DECIDE_PATH}?serialNO=${encodeURIComponent(serialNO)}`

/**
 * The serial number in what was pasted: the number itself, or the link around it. Which site the
 * link names does not matter, it is asked for here.
 */
export function serialFrom(text: string): string | undefined {
  const trimmed = text.trim()
  const given = URL.canParse(trimmed)
    ? (new URL(trimmed).searchParams.get('serialNO') ?? '')
    : trimmed
  return SERIAL.test(given) ? given : undefined
}
