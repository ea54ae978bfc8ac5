import { RequestError } from './RequestError.ts'

/**
 * Returns the origin as a URL parser writes it; `''` (the page's own) unchanged.
 * @throws RequestError `config` for anything but scheme, host and port.
 */
export function checkedOrigin(origin: string): string {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (
    origin === '' ||
    (url?.origin === origin.replace(/\/$/, '') && /^https?:$/.test(url.protocol))
  )
    return url?.origin ?? ''
  throw new RequestError('config', {
    message: 'the origin must be scheme, host and port alone: put a path into `prefix`',
  })
}
