export interface EdgeSettings {
  /** Base addresses of the cores that may lead. */
  readonly cores: readonly string[]
  readonly host: string | undefined
  readonly port: number
  /** How long a request waits for a core that leads. */
  readonly holdMs: number
}

const LARGEST_PORT = 65_535
const MOST_SECONDS = 300
const DEFAULT_HTTP_PORT = 80

/** @throws Error that names the variable that cannot be used */
export function readEdgeSettings(
  environment: Readonly<Record<string, string | undefined>>,
): EdgeSettings {
  const value = (name: string) => environment[name]?.trim() || undefined
  const cores = (value('CORES') ?? '')
    .split(',')
    .map((core) => core.trim())
    .filter(Boolean)
  if (cores.length === 0 || cores.some((core) => !isHttpBase(core)))
    throw new Error(
      'CORES must name the cores behind this edge, as http://host:port, separated by commas.',
    )
  const port = wholeNumber(value('PORT') ?? '8080')
  if (!(port >= 0 && port <= LARGEST_PORT))
    throw new Error(`PORT must be a number from 0 to ${LARGEST_PORT}.`)
  const seconds = wholeNumber(value('HOLD_SECONDS') ?? '10')
  if (!(seconds >= 1 && seconds <= MOST_SECONDS))
    throw new Error(`HOLD_SECONDS must be a whole number from 1 to ${MOST_SECONDS}.`)
  return {
    cores,
    host: value('HOST'),
    port,
    holdMs: seconds * 1_000,
  }
}

const wholeNumber = (text: string): number =>
  /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN

/** The text is asked for the port: a URL drops port 80. */
function isHttpBase(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^http:\/\/[^/?#@]+:[0-9]+\/?$/i.test(text) && url.pathname === '/'
}

/** Where a socket to a core goes: a URL drops port 80 and keeps the brackets of IPv6. */
export const socketAddressOf = ({
  hostname,
  port,
}: Pick<URL, 'hostname' | 'port'>): { readonly host: string; readonly port: number } => ({
  host: hostname.replace(/^\[(.*)\]$/, '$1'),
  port: port === '' ? DEFAULT_HTTP_PORT : Number(port),
})
