import pg from 'pg'

export interface LeaseConnection {
  query<Row extends object>(text: string, params?: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export interface LeaseConnectionOptions {
  readonly timeoutMs: number
  /** Listened to while a connection is open. */
  readonly channel?: string
  readonly onNotice?: () => void
}

/** No answer came in time: errors of the server and of the network have a code. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === undefined

/**
 * A connection of the lease's own, so that no other query delays a renewal. It is opened when
 * needed; one that failed or took longer than `timeoutMs` is thrown away.
 */
export function createLeaseConnection(
  url: string,
  { timeoutMs, channel, onNotice = () => {} }: LeaseConnectionOptions,
): LeaseConnection {
  let open: pg.Client | undefined

  async function connected(): Promise<pg.Client> {
    if (open) return open
    const client = new pg.Client({
      connectionString: url,
      application_name: 'x-gateway-lease',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      statement_timeout: timeoutMs,
      keepAlive: true,
    })
    // Without a listener a connection that breaks while idle would end the process.
    client.on('error', () => discard(client))
    try {
      await client.connect()
      client.on('notification', onNotice)
      if (channel !== undefined) await client.query(`listen ${channel}`)
    } catch (error) {
      discard(client)
      throw error
    }
    open = client
    return client
  }

  function discard(client: pg.Client): void {
    if (open === client) open = undefined
    // The other side may never answer: nobody waits for it.
    client.end().catch(() => {})
  }

  return {
    async query<Row extends object>(text: string, params: readonly unknown[] = []) {
      const client = await connected()
      try {
        return (await client.query(text, [...params])).rows as Row[]
      } catch (error) {
        discard(client)
        throw error
      }
    },
    async close() {
      const client = open
      open = undefined
      await client?.end()
    },
  }
}
