import { DeliveryError, type Transport } from './ports/Transport.ts'

const TIMEOUT_MS = 10_000
/** Too early or too often: worth another try, like what the server itself got wrong. */
const RETRIED: ReadonlySet<number> = new Set([408, 425, 429])

/**
 * Text messages by the operator's own hook: `POST {id, to, text}` as JSON with a bearer token. An
 * answer of 2xx is taken as sent, one of 4xx as final.
 */
export function createTextHook({
  url,
  token,
}: {
  readonly url: string
  readonly token: string | undefined
}): Transport {
  return {
    async send({ id, to, text }) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': id,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ id, to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.ok === true) return
      const status = answer?.status
      throw new DeliveryError({
        isFinal: status !== undefined && status >= 400 && status < 500 && !RETRIED.has(status),
        reply: String(status ?? 'unreachable'),
      })
    },
    close() {},
  }
}
