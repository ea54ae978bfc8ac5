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
/** Many calls at once, and how long they may take together. */
const BATCH_CALLS = 200
const BATCH_MS = 60_000
/** The node is reading its blocks, or has more calls than it takes. */
const IN_WARMUP = -28

/** Its URL may hold a user and a password, which are in no message. */
interface UtxoNode {
  readonly network: string
  readonly url: string
}

/**
 * A node of Bitcoin's kind. Numbers with a decimal point are returned as text, digit for digit:
 * they are amounts.
 */
export function createUtxoRpc(node: UtxoNode): UtxoCall {
  const post = createPost(node)
  return async <T>(
    method: string,
    params: readonly unknown[],
    { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
  ) =>
    resultOf<T>(await post(method, { body: bodyOf(method, params), timeoutMs }), { node, method })
}

/**
 * One method with one list of parameters after the other, many in a request.
 * @throws ChainError as of one call, for the first that is refused
 */
export function createUtxoBatch(
  node: UtxoNode,
): <T>(method: string, each: readonly (readonly unknown[])[]) => Promise<readonly T[]> {
  const post = createPost(node)
  return async <T>(method: string, each: readonly (readonly unknown[])[]) => {
    const results: T[] = []
    for (let from = 0; from < each.length; from += BATCH_CALLS) {
      const body = each.slice(from, from + BATCH_CALLS).map((params) => bodyOf(method, params))
      const answers = await post(method, { body, timeoutMs: BATCH_MS })
      // Without a list the node refused them all.
      const list: readonly unknown[] = Array.isArray(answers) ? answers : [answers]
      for (const answer of list) results.push(resultOf<T>(answer, { node, method }))
    }
    return results
  }
}

const bodyOf = (method: string, params: readonly unknown[]) => ({
  jsonrpc: '1.0',
  id: 1,
  method,
  params,
})

const unreachable = ({ network }: UtxoNode, method: string, cause?: unknown): ChainError =>
  new ChainError('UNREACHABLE', `${network} did not answer ${method}.`, { cause })

/** Sends calls, and reads what is answered. */
function createPost(node: UtxoNode) {
  const { address, authorization } = addressOf(node.url)
  return async (
    method: string,
    { body, timeoutMs }: { readonly body: unknown; readonly timeoutMs: number },
  ): Promise<unknown> => {
    const text = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    }).then(
      (answer) => answer.text(),
      (error: unknown) => Promise.reject(unreachable(node, method, error)),
    )
    return read(text)
  }
}

function resultOf<T>(
  answered: unknown,
  { node, method }: { readonly node: UtxoNode; readonly method: string },
): T {
  const answer = answered as RpcAnswer<T> | null | undefined
  if (!answer || answer.error?.code === IN_WARMUP) throw unreachable(node, method)
  if (answer.error)
    throw new ChainError('REFUSED', `${node.network} refused ${method}: ${answer.error.message}`, {
      cause: answer.error,
    })
  return answer.result
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
function read(text: string): unknown {
  try {
    return JSON.parse(text, exactly)
  } catch {
    return undefined
  }
}

const exactly = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && context?.source?.includes('.') ? context.source : value
