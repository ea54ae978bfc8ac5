/**
 * The servers of NATS_URL, separated by commas; absent: there is no bus. The addresses may hold a
 * password: the error does not repeat them.
 */
export function readNatsServers(text: string | undefined): readonly string[] | undefined {
  const servers = text?.split(',').map((server) => server.trim())
  if (servers?.some((server) => !isNatsServer(server)))
    throw new Error(
      'NATS_URL must be nats://host:port or tls://host:port, several separated by commas.',
    )
  return servers
}

function isNatsServer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return (
    (url?.protocol === 'nats:' || url?.protocol === 'tls:') &&
    url.hostname !== '' &&
    ['', '/'].includes(url.pathname)
  )
}
