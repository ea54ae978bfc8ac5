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

/** @throws Error that names the variable that cannot be used */
export function readEdgeSettings(
  environment: Readonly<Record<string, string | undefined>>,
): EdgeSettings {
  const cores = (environment['CORES'] ?? '')
    .split(',')
    .map((core) => core.trim())
    .filter(Boolean)
  if (cores.length === 0 || cores.some((core) => !isHttpBase(core)))
    throw new Error(
      'CORES must name the cores behind this edge, as http://host:port, separated by commas.',
    )
  const port = Number(environment['PORT']?.trim() ?? '8080')
  if (!Number.isInteger(port) || port < 0 || port > LARGEST_PORT)
    throw new Error(`PORT must be a number from 0 to ${LARGEST_PORT}.`)
  const seconds = Number(environment['HOLD_SECONDS']?.trim() ?? '10')
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MOST_SECONDS)
    throw new Error(`HOLD_SECONDS must be a whole number from 1 to ${MOST_SECONDS}.`)
  return {
    cores,
    host: environment['HOST']?.trim() || undefined,
    port,
    holdMs: seconds * 1_000,
  }
}

function isHttpBase(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'http:' && url.port !== '' && url.pathname === '/'
}
