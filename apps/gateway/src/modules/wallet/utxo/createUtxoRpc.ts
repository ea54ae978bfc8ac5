import { parseUnits } from '@x/decimal'
import { ChainError } from '../ports/Chain.ts'

/** Calls the JSON-RPC of a node. @throws ChainError */
export type UtxoCall = <T>(
  method: string,
  params: readonly unknown[],
  options?: { readonly timeoutMs?: number },
) => Promise<T>

interface RpcAnswer<T> {
  readonly result: T
  readonly error: { readonly code: number; readonly message: string } | null
}

const TIMEOUT_MS = 5_000
/** The node is reading its blocks, or has more calls than it takes. */
const IN_WARMUP = -28

/**
 * A node of Bitcoin's kind. Its URL may hold a user and a password, which are in no message.
 * Numbers with a decimal point are returned as text, digit for digit: they are amounts.
 */
export function createUtxoRpc({
  network,
  url,
}: {
  readonly network: string
  readonly url: string
}): UtxoCall {
  const { address, authorization } = addressOf(url)
  return async <T>(
    method: string,
    params: readonly unknown[],
    { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
  ) => {
    const unreachable = (cause?: unknown): ChainError =>
      new ChainError('UNREACHABLE', `${network} did not answer ${method}.`, { cause })
    const text = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    }).then(
      (answer) => answer.text(),
      (error: unknown) => Promise.reject(unreachable(error)),
    )
    const answer = read<T>(text)
    if (!answer || answer.error?.code === IN_WARMUP) throw unreachable()
    if (answer.error)
      throw new ChainError('REFUSED', `${network} refused ${method}: ${answer.error.message}`, {
        cause: answer.error,
      })
    return answer.result
  }
}

/** The node's own number of an error; `undefined`: it is none of the node's. */
export const rpcCodeOf = (error: unknown): number | undefined =>
  error instanceof ChainError && error.code === 'REFUSED'
    ? (error.cause as { readonly code?: number } | undefined)?.code
    : undefined

const COIN_DECIMALS = 8

/** An amount of the node's, in its smallest unit. @throws ChainError for what is none */
export function unitsOf(amount: string | number): bigint {
  const units = parseUnits(String(amount), COIN_DECIMALS)
  if (units === null) throw new ChainError('REFUSED', `${amount} is no amount.`)
  return units
}

/** `fetch` takes no URL with a password. */
function addressOf(url: string): {
  readonly address: string
  readonly authorization: Readonly<Record<string, string>>
} {
  const { username, password, origin, pathname } = new URL(url)
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    address: `${origin}${pathname}`,
    authorization:
      username === '' ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` },
  }
}

/** Without an answer in JSON the node refused the user, or is no node. */
function read<T>(text: string): RpcAnswer<T> | undefined {
  try {
    const answer = JSON.parse(text, exactly) as RpcAnswer<T> | null
    return answer ?? undefined
  } catch {
    return undefined
  }
}

const exactly = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && context?.source?.includes('.') ? context.source : value
