import pg from 'pg'

export interface LogConnection {
  query<Row extends object>(text: string, params?: readonly unknown[]): Promise<Row[]>
  /** And whether the server warned, as it does where it committed without its standbys. */
  queryWarned<Row extends object>(
    text: string,
    params: readonly unknown[],
  ): Promise<{ readonly rows: Row[]; readonly hasWarning: boolean }>
  listen(
    channel: string,
    listeners: { readonly onNotice: () => void; readonly onBroken: () => void },
  ): Promise<void>
  close(): Promise<void>
}

export interface LogConnectionOptions {
  readonly url: string
  readonly timeoutMs: number
  readonly name: string
}

/**
 * One connection, opened when it is needed and thrown away once it failed or took longer than
 * `timeoutMs`: what comes later on such a one may answer an earlier question.
 */
export function createLogConnection({ url, timeoutMs, name }: LogConnectionOptions): LogConnection {
  let opening: Promise<pg.Client> | undefined
  let hasWarning = false

  async function open(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      application_name: `x-gateway command log, ${name}`,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    client.on('error', () => discard(client))
    client.once('end', () => discard(client))
    client.on('notice', ({ severity }) => {
      if (severity === 'WARNING') hasWarning = true
    })
    try {
      await client.connect()
      // Whatever the database's default is.
      await client.query("select set_config('synchronous_commit', 'on', false)")
      return client
    } catch (error) {
      discard(client)
      throw error
    }
  }

  function discard(client: pg.Client): void {
    if (current === client) {
      current = undefined
      opening = undefined
    }
    // The other side may never answer: nobody waits for it.
    client.end().catch(() => {})
  }

  let current: pg.Client | undefined
  async function connected(): Promise<pg.Client> {
    opening ??= open().then(
      (client) => (current = client),
      (error: unknown) => {
        opening = undefined
        throw error
      },
    )
    return opening
  }

  /** One after the other: a connection answers one question at a time. */
  let turn: Promise<unknown> = Promise.resolve()
  function run<Row extends object>(text: string, params: readonly unknown[] = []): Promise<Row[]> {
    const answered = turn.then(() => ask<Row>(text, params))
    turn = answered.catch(() => {})
    return answered
  }

  async function ask<Row extends object>(text: string, params: readonly unknown[]): Promise<Row[]> {
    const client = await connected()
    try {
      return (await client.query(text, [...params])).rows as Row[]
    } catch (error) {
      discard(client)
      throw error
    }
  }

  return {
    query: run,
    async queryWarned<Row extends object>(text: string, params: readonly unknown[]) {
      hasWarning = false
      const rows = await run<Row>(text, params)
      return { rows, hasWarning }
    },
    async listen(channel, { onNotice, onBroken }) {
      const client = await connected()
      client.on('notification', onNotice)
      client.once('end', onBroken)
      await client.query(`listen ${channel}`)
    },
    async close() {
      const client = await opening?.catch(() => undefined)
      current = undefined
      opening = undefined
      await client?.end()
    },
  }
}
